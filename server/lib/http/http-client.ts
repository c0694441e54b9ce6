// The requests of node:http and node:https. A plain import of them reads all their exports, among them a WebSocket
// client, which takes ten megabytes of memory.

export const requestPlain = process.getBuiltinModule('node:http').request;
export const requestSecure = process.getBuiltinModule('node:https').request;
