/** Fields of the table that the narrow right is tried on; `secret` is hidden by it. */
export const narrowFields = {
  name: '01m7zamdpj3k29d3eysp40c47z',
  code: '01m7zamdpj3k29d3eysp40c480',
  amount: '01m7zamdpj3k29d3eysp40c481',
  secret: '01m7zamdpj3k29d3eysp40c482',
} as const;
