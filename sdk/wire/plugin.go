package wire

// Version is the version of the protocol that this package speaks. It grows
// when an end of the old version would misunderstand one of the new.
const Version = 1

// SocketPrefix begins the name of the private folder that the host makes for the
// socket of a plugin.
const SocketPrefix = "trammel-plugin-"

// Alone is the status with which a plugin ends because its solver is gone, or its connection is.
const Alone = 113

// BrokeOff is what a plugin says before it ends because its connection broke.
const BrokeOff = "the conversation with the solver broke off"

// Variables of the environment by which the solver reaches a plugin, and the value of the first. They keep programs that are no
// plugins of ours from being taken for one; they are no protection against anybody. Their names are those of go-plugin.
const (
	HandshakeKey     = "TRAMMEL_PLUGIN"
	HandshakeValue   = "a guide that holds a point to a curve"
	VersionsVariable = "PLUGIN_PROTOCOL_VERSIONS" // versions that the solver speaks, separated by commas
	SocketVariable   = "PLUGIN_UNIX_SOCKET_DIR"   // private folder of the socket
)
