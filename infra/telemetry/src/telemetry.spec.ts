import { describe, expect, it } from 'vitest';
import { counter, createLogger, gauges, histogram, metricsText, span, startTracing, tracingOn } from './index.ts';

const logged = (write: (log: ReturnType<typeof createLogger>) => void, options = {}): string[] => {
  const lines: string[] = [];
  write(createLogger({ pretty: false, now: () => 0, write: (line) => lines.push(line), ...options }));
  return lines;
};

describe('the log', () => {
  it('is one JSON object a line', () => {
    const [line = ''] = logged((log) => log.info('started', { port: 8080 }), { service: 'auth' });
    expect(JSON.parse(line)).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'info',
      service: 'auth',
      message: 'started',
      port: 8080,
    });
    expect(line.endsWith('\n')).toBe(true);
  });
  it('never holds what stands under the name of a secret, however deep', () => {
    const [line = ''] = logged((log) =>
      log.info('x', {
        password: 'p1',
        headers: { authorization: 'p2', Cookie: 'p3' },
        list: [{ api_key: 'p4', newToken: 'p5' }],
        TESSERA_METRICS_TOKEN: 'p6',
      }),
    );
    expect(line).not.toMatch(/p[1-6]"/);
  });
  it('tells code, message and cause of an error', () => {
    const [line = ''] = logged((log) =>
      log.error('x', { error: Object.assign(new Error('outer', { cause: new Error('inner') }), { code: 'E1' }) }),
    );
    expect(JSON.parse(line)).toMatchObject({ error: { code: 'E1', message: 'outer', cause: { message: 'inner' } } });
  });
  it('leaves out what is below its level', () => {
    expect(
      logged(
        (log) => {
          log.info('a');
          log.warn('b');
          log.error('c');
        },
        { level: 'warn' },
      ).map((line) => (JSON.parse(line) as { message: string }).message),
    ).toEqual(['b', 'c']);
  });
});

describe('metrics', () => {
  it('come in the text format, histograms cumulative', () => {
    counter('test_total', 'Things.').add({ kind: 'a"b' }, 2);
    const observe = histogram('test_seconds', 'Times.').series({ route: '/x' });
    observe(0.002);
    observe(0.2);
    observe(100);
    const text = metricsText();
    expect(text).toContain('test_total{kind="a\\"b"} 2\n');
    expect(text).toContain('test_seconds_bucket{route="/x",le="0.0025"} 1\n');
    expect(text).toContain('test_seconds_bucket{route="/x",le="0.25"} 2\n');
    expect(text).toContain('test_seconds_bucket{route="/x",le="+Inf"} 3\n');
    expect(text).toContain('test_seconds_count{route="/x"} 3\n');
  });
});

describe('histograms of one name', () => {
  it('are one, whoever asks, and so are series of the same labels', () => {
    histogram('test_twice_seconds', 'Times.').series({ route: '/x' })(0.1);
    histogram('test_twice_seconds', 'Times.').series({ route: '/x' })(0.1);
    expect(metricsText()).toContain('test_twice_seconds_count{route="/x"} 2\n');
  });
});

describe('gauges with labels', () => {
  it('are read when asked for, added up by labels, and gone when they end', () => {
    const lag = gauges('test_lag', 'Lag.');
    let value = 2;
    const end = lag.track({ part: 'a' }, () => value);
    lag.track({ part: 'a' }, () => 3);
    lag.track({ part: 'b' }, () => Number.NaN);
    expect(metricsText()).toContain('test_lag{part="a"} 5\n');
    value = 4;
    expect(metricsText()).toContain('test_lag{part="a"} 7\n');
    expect(metricsText()).not.toContain('part="b"');
    end();
    expect(metricsText()).toContain('test_lag{part="a"} 3\n');
  });
});

describe('tracing', () => {
  it('is off without an exporter, and a span is then only its work', async () => {
    const stop = await startTracing('test', {});
    expect(tracingOn()).toBe(false);
    expect(span('x', 'internal', {}, () => 7)).toBe(7);
    await expect(
      span('x', 'internal', {}, async () => {
        throw new Error('as it was');
      }),
    ).rejects.toThrow('as it was');
    await stop();
  });
});
