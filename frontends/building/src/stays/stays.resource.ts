import { type Answered, api, type Id } from '@tessera/kit';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';

export type Stage = Answered<'get_sla_metrics_summary'>['stages'][number];
export type Stay = Answered<'get_sla_metrics_audit'>['audit'][number];

/** What of the stays of a table is shown; it stands in the address (collaboration 2.9). */
export type Asked = {
  readonly field: string;
  readonly stage: string;
  readonly recordId: string;
  readonly order: 'asc' | 'desc';
};

const aPage = 100;

/** The stays, a page after the other. A page may have none and go on. */
export const useStays = (table: Id, { field, stage, recordId, order }: Asked) =>
  useInfiniteQuery({
    queryKey: ['stays', table, field, stage, recordId, order],
    queryFn: ({ pageParam, signal }) =>
      api.get('/v4/sla-metrics/audit', {
        query: {
          object_type: table,
          order_key: 'started_at',
          order_direction: order,
          limit: aPage,
          ...(field !== '' && { field_key: field }),
          ...(stage !== '' && { field_value: stage }),
          ...(recordId !== '' && { record_reference: recordId }),
          ...(pageParam !== '' && { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

/** How long records were in each option of a field, or of all. */
export const useStages = (table: Id, field: string) =>
  useQuery({
    queryKey: ['stays', table, 'stages', field],
    queryFn: ({ signal }) =>
      api.get('/v4/sla-metrics/summary', {
        query: { object_type: table, ...(field !== '' && { field_key: field }) },
        signal,
      }),
  });

/** The same stays as a file. */
export const staysFile = (table: Id, { field, stage, recordId }: Asked) =>
  api.file('/v4/sla-metrics/export', {
    body: {
      object_type: table,
      ...(field !== '' && { field_key: field }),
      ...(stage !== '' && { field_value: stage }),
      ...(recordId !== '' && { record_reference: recordId }),
    },
  });
