import { WebSocket } from 'ws';

export type Frame = {
  readonly type: string;
  readonly topic?: string;
  readonly kind?: string;
  readonly position?: number;
  readonly [key: string]: unknown;
};

/**
 * A live client that comes back by itself, as the front ends do, and notes what it was told and when it was sent away.
 */
export const liveClient = (door: () => string, token: string, topics: readonly string[]) => {
  const frames: Frame[] = [];
  const closes: number[] = [];
  let socket: WebSocket | undefined;
  let ended = false;
  const open = (): void => {
    if (ended) return;
    const mine = new WebSocket(`${door().replace('http', 'ws')}/api/live`);
    socket = mine;
    mine.on('open', () => mine.send(JSON.stringify({ type: 'token', token })));
    mine.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Frame;
      frames.push(frame);
      if (frame.type === 'ready') mine.send(JSON.stringify({ type: 'subscribe', topics }));
    });
    mine.on('error', () => undefined);
    mine.on('close', (code) => {
      closes.push(code);
      if (!ended) setTimeout(open, 300);
    });
  };
  open();
  return {
    frames,
    closes,
    stop: (): void => {
      ended = true;
      socket?.terminate();
    },
  };
};
