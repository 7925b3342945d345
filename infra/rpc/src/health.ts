import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';

/** grpc.health.v1.Health/Check by hand: one string in, one enum out. What orchestrators ask a gRPC server. */
export const healthDefinition = {
  name: 'Health',
  fullName: 'grpc.health.v1.Health',
  methods: {
    check: {
      name: 'Check',
      requestType: {
        encode: (message: { service: string }, writer = new BinaryWriter()) =>
          message.service === '' ? writer : writer.uint32(10).string(message.service),
        decode: (bytes: Uint8Array) => {
          const reader = new BinaryReader(bytes);
          let service = '';
          while (reader.pos < reader.len) {
            const tag = reader.uint32();
            if (tag === 10) service = reader.string();
            else reader.skip(tag & 7);
          }
          return { service };
        },
      },
      requestStream: false,
      responseType: {
        encode: (message: { status: number }, writer = new BinaryWriter()) => writer.uint32(8).int32(message.status),
        decode: (bytes: Uint8Array) => {
          const reader = new BinaryReader(bytes);
          let status = 0;
          while (reader.pos < reader.len) {
            const tag = reader.uint32();
            if (tag === 8) status = reader.int32();
            else reader.skip(tag & 7);
          }
          return { status };
        },
      },
      responseStream: false,
      options: {},
    },
  },
} as const;
export const serving = 1;
export const notServing = 2;
