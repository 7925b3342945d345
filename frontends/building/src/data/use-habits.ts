import { readContextFor } from '@tessera/fields';
import { type User, useFormats, useSession } from '@tessera/kit';
import { useMemo } from 'react';
import type { Habits } from './values.ts';

/** How this person reads and writes values. */
export const useHabits = (users: readonly User[]): Habits => {
  const formats = useFormats();
  const { organization } = useSession();
  const currency = organization.locale_settings.currency_symbol;
  return useMemo(() => {
    const byId = new Map(users.map((user) => [user.id, user]));
    const byText = new Map(
      users.flatMap((user): [string, string][] => [
        [user.id, user.id],
        // Those who were forgotten have all the same name.
        ...(user.erased ? [] : [user.name, user.email]).map((text): [string, string] => [
          text.toLocaleLowerCase(),
          user.id,
        ]),
      ]),
    );
    return {
      show: {
        locale: formats.locale,
        timezone: formats.timezone,
        ...(currency ? { currency } : {}),
        userName: (id) => byId.get(id)?.name ?? '',
      },
      read: {
        ...readContextFor(formats.locale, formats.timezone),
        findUser: (text) => byText.get(text.trim().toLocaleLowerCase()),
      },
    };
  }, [formats, currency, users]);
};
