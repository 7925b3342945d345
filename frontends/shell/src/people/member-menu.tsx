import {
  IconButton,
  Menu,
  type MenuEntry,
  type Seat,
  toast,
  type User,
  useErrorText,
  useSession,
  useTexts,
} from '@tessera/kit';
import { IconDots, IconEye, IconLock, IconUserCheck, IconUserOff } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { changeMember, type MemberChange, profilesQuery, turnSecondFactorOff } from './people.resource.ts';
import { useRoleName } from './role-name.ts';
import { useUndoable } from './undoable.ts';
import { viewAs } from '../view-as/view-as.resource.ts';

const seats: readonly Seat[] = ['builder', 'member', 'viewer'];

/** What a person may do and what is paid for them, chosen from their row; each choice can be undone. */
export const MemberMenu = ({ user }: { user: User }) => {
  const t = useTexts('shell');
  const roleName = useRoleName();
  const seen = useTexts('view-as');
  const errorText = useErrorText('shell');
  const session = useSession();
  const { data: profiles = [] } = useQuery(profilesQuery);
  const undoable = useUndoable();
  const change = async (to: MemberChange, message: string): Promise<void> => {
    try {
      undoable(message, await changeMember(user.id, to));
    } catch (error) {
      toast({ kind: 'error', message: t('people:notChanged', { name: user.name }), detail: errorText(error) });
    }
  };
  // It is not undone: only they can turn it on again.
  const turnOff = async (): Promise<void> => {
    try {
      await turnSecondFactorOff(user.id);
      toast({ message: t('people:secondFactorIsOff', { name: user.name }) });
    } catch (error) {
      toast({ kind: 'error', message: t('people:notChanged', { name: user.name }), detail: errorText(error) });
    }
  };
  const look = async (): Promise<void> => {
    try {
      await viewAs({ userId: user.id });
    } catch (error) {
      toast({ kind: 'error', message: seen('notStarted', { name: user.name }), detail: errorText(error) });
    }
  };
  const items: readonly MenuEntry[] = [
    { id: 'seats', heading: t('people:invite.seat') },
    ...seats.map((seat) => ({
      id: seat,
      label: t(`seat.${seat}`),
      checked: user.seat === seat,
      onSelect: () => {
        if (user.seat !== seat)
          void change({ seat }, t('people:seatNow', { name: user.name, seat: t(`seat.${seat}`) }));
      },
    })),
    { id: 'roles', heading: t('people:invite.role') },
    ...profiles.map(({ id_profile: role, name }) => ({
      id: role,
      label: roleName(name),
      checked: user.role.id === role,
      onSelect: () => {
        if (user.role.id !== role)
          void change({ role }, t('people:roleNow', { name: user.name, role: roleName(name) }));
      },
    })),
    ...(user.id === session.user.id
      ? []
      : [
          { id: 'line', divider: true as const },
          ...(user.active
            ? [
                {
                  id: 'view-as',
                  label: seen('start', { name: user.name }),
                  icon: IconEye,
                  onSelect: () => void look(),
                },
              ]
            : []),
          ...(user.second_factor === true
            ? [
                {
                  id: 'second-factor',
                  label: t('people:secondFactorOff'),
                  icon: IconLock,
                  onSelect: () => void turnOff(),
                },
              ]
            : []),
          user.active
            ? {
                id: 'off',
                label: t('people:deactivate'),
                icon: IconUserOff,
                danger: true,
                onSelect: () => void change({ active: false }, t('people:deactivated', { name: user.name })),
              }
            : {
                id: 'on',
                label: t('people:activate'),
                icon: IconUserCheck,
                onSelect: () => void change({ active: true }, t('people:activated', { name: user.name })),
              },
        ]),
  ];
  return (
    <Menu
      side="bottom-end"
      items={items}
      anchor={<IconButton label={t('people:menuOf', { name: user.name })} icon={IconDots} />}
    />
  );
};
