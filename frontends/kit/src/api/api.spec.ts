import { describe, expect, it } from 'vitest';
import { apiError, errorCode, errorFromBody, isApiError } from './error.ts';
import { newId } from '@tessera/client';
import { beginAction, traceparent } from './trace.ts';

describe('errors of the API', () => {
  it('carry code, status, id and details of the answer', () => {
    const error = errorFromBody(409, {
      error: { id: 'T-1', code: 'records.conflict', message: 'Changed meanwhile', details: { conflicts: [] } },
    });
    expect(isApiError(error)).toBe(true);
    expect(error).toMatchObject({ code: 'records.conflict', status: 409, id: 'T-1', details: { conflicts: [] } });
  });

  it('of an answer that is none of ours are named by the status', () => {
    for (const body of [undefined, 'x', {}, { error: 'x' }, null])
      expect(errorFromBody(502, body).code).toBe('http.502');
  });

  it('are told apart by code, whatever was thrown', () => {
    expect(errorCode(apiError({ code: 'x', status: 400 }))).toBe('x');
    expect(errorCode(new DOMException('gone', 'AbortError'))).toBe('aborted');
    expect(errorCode('text')).toBe('unknown');
  });
});

describe('ids made here', () => {
  it('have the shape that the server takes, and rise', () => {
    const ids = Array.from({ length: 200 }, () => newId());
    for (const id of ids) expect(id).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(200);
  });
});

describe('the trace of a request', () => {
  const traceOf = (text: string) => /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(text)?.slice(1) ?? [];

  it('is that of the click or key that set it off, for a while, and each request is a step of its own', () => {
    beginAction(1_000);
    const [one, later, muchLater] = [1_001, 5_999, 6_001].map((now) => traceOf(traceparent(now)));
    expect(one?.[0]).toBe(later?.[0]);
    expect(one?.[1]).not.toBe(later?.[1]);
    expect(muchLater?.[0]).toMatch(/./);
    expect(muchLater?.[0]).not.toBe(one?.[0]);
    beginAction(2_000);
    expect(traceOf(traceparent(2_001))[0]).not.toBe(one?.[0]);
  });
});
