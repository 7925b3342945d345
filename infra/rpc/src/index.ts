export * from './contract.ts';
export { inProcess } from './in-process.ts';
export { grpcServer, grpcClients, type GrpcServer, type GrpcTls } from './grpc.ts';
export { signActor, signEdge, verifyActor, verifyEdge, type Edge } from './actor-token.ts';
export { clientsOf, peerClients, type PeerOptions } from './peers.ts';
export { actorFromMessage } from './actor-message.ts';
