import { SpanKind, SpanStatusCode, TraceFlags, context, propagation, trace, type Context } from '@opentelemetry/api';

let on = false;
/** Whether a part of a trace is kept when what began it is, so that parts of one that is not kept need no span. */
let inherited = false;
const tracer = trace.getTracer('tessera');

/** Whether an exporter is configured; without one `span` costs a comparison. */
export const tracingOn = (): boolean => on;

type Attributes = Readonly<Record<string, string | number | boolean>>;
const dropped = (parent: Context): boolean => {
  const known = trace.getSpanContext(parent);
  return known !== undefined && (known.traceFlags & TraceFlags.SAMPLED) === 0;
};

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  consumer: SpanKind.CONSUMER,
} as const;

/**
 * Runs `work` in a span. `carrier` holds the incoming headers or metadata that may continue a trace. Errors are
 * recorded and thrown on.
 */
export const span = <T>(
  name: string,
  kind: keyof typeof kinds,
  attributes: Attributes,
  work: () => T,
  carrier?: object,
): T => {
  if (!on) return work();
  const parent = carrier === undefined ? context.active() : propagation.extract(context.active(), carrier);
  if (inherited && dropped(parent)) return carrier === undefined ? work() : context.with(parent, work);
  const current = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, parent);
  const fail = (error: unknown): never => {
    current.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : 'failed' });
    current.end();
    throw error;
  };
  return context.with(trace.setSpan(parent, current), () => {
    try {
      const result = work();
      if (result instanceof Promise) {
        return result.then((value: unknown) => {
          current.end();
          return value;
        }, fail) as T;
      }
      current.end();
      return result;
    } catch (error) {
      return fail(error);
    }
  });
};

/** Headers or metadata that carry the active trace to another process. */
export const traceHeaders = (): Record<string, string> => {
  const carrier: Record<string, string> = {};
  if (on) propagation.inject(context.active(), carrier);
  return carrier;
};

/**
 * Turns export on when `OTEL_EXPORTER_OTLP_ENDPOINT` is set, with the standard OTEL_* variables. The SDK is loaded only
 * then. Returns a function that flushes and stops.
 */
export const startTracing = async (
  service: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<() => Promise<void>> => {
  if (environment.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || environment.OTEL_EXPORTER_OTLP_ENDPOINT === '')
    return async () => {};
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const sdk = new NodeSDK({ serviceName: environment.OTEL_SERVICE_NAME ?? service });
  sdk.start();
  on = true;
  inherited = (environment['OTEL_TRACES_SAMPLER'] ?? 'parentbased_always_on').startsWith('parentbased_');
  return async () => {
    on = false;
    // The last spans are lost where no collector answers; the process ends well all the same.
    await Promise.race([
      sdk.shutdown().catch(() => undefined),
      new Promise((resolve) => {
        setTimeout(resolve, 3000).unref();
      }),
    ]);
  };
};
