export * from './contract.ts';
export { inProcess } from './in-process.ts';
export { grpcServer, grpcClients, type GrpcServer } from './grpc.ts';
export { signActor, verifyActor } from './actor-token.ts';
