export * from './contract.ts';
export { inProcess } from './in-process.ts';
export { grpcServer, grpcClients, type GrpcServer, type GrpcTls } from './grpc.ts';
export { keysOf } from './keys.ts';
export { edgeReader, edgeSigner, signActor, signEdge, verifyActor, type Edge } from './actor-token.ts';
export { clientsOf, peerClients, type PeerOptions } from './peers.ts';
export { actorFromMessage } from './actor-message.ts';
