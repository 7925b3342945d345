import type { Announced } from '../rule.ts';

/**
 * Who may do what with automations and low-code functions. They run with the rights of their owner: nobody but the owner and administrators
 * changes what runs so, or reads what its steps read.
 */
export const rights = {
  'automations.manage': { seat: 'builder', flag: 'manage_tricks', told: 'canManageAutomations' },
  /** One automation: asked with its owner. */
  'automations.change': { seat: 'builder', flag: 'manage_tricks', own: true },
  /** What somebody is asked by a run: the run knows whom. */
  'approvals.answer': {},
  'functions.manage': { seat: 'builder', flag: 'development', told: 'canWriteFunctions' },
  /** One function: asked with its owner. */
  'functions.change': { seat: 'builder', flag: 'development', own: true },
} as const satisfies Announced;
