import type { Language } from '../languages.ts';
import { letter, named, type Letter } from './letters.ts';

type Kind = 'data' | 'organization';
/** What a mail about a planned deletion tells of: no address, but the place of one in the organization's list. */
export type ErasureReference = {
  readonly what: 'asked' | 'aborted';
  readonly kind: Kind;
  /** Milliseconds since the Unix epoch; 0 where it was aborted. */
  readonly at: number;
  readonly commitId: string;
  readonly place: number;
};

export const erasureReference = ({ what, kind, at, commitId, place }: ErasureReference): string =>
  [what, kind, at, commitId, place].join('/');
export const readErasureReference = (reference: string): ErasureReference => {
  const [what, kind, at, commitId = '', place] = reference.split('/');
  return {
    what: what as ErasureReference['what'],
    kind: kind as Kind,
    at: Number(at),
    commitId,
    place: Number(place),
  };
};

type Words = {
  readonly planned: Readonly<Record<Kind, (organization: string) => string>>;
  readonly body: Readonly<Record<Kind, (organization: string, moment: string) => string>>;
  readonly abort: string;
  readonly stays: (organization: string) => string;
  readonly aborted: (organization: string) => string;
  readonly action: string;
  readonly why: string;
};

const words: Readonly<Record<Language, Words>> = {
  en: {
    planned: {
      data: (organization) => `All data of ${organization} is to be deleted`,
      organization: (organization) => `${organization} is to be deleted`,
    },
    body: {
      data: (organization, moment) =>
        `An administrator asked for all data of ${organization} on Tessera to be deleted. That happens on ${moment}.`,
      organization: (organization, moment) =>
        `An administrator asked for ${organization} to be deleted from Tessera with all its data. That happens on ${moment}.`,
    },
    abort: 'Until then every administrator can abort it. After that nothing brings it back.',
    stays: (organization) => `${organization} is not deleted`,
    aborted: (organization) => `An administrator aborted the deletion that was planned for ${organization}.`,
    action: 'Open the settings',
    why: 'You get this because your address is among the important e-mails of the organization.',
  },
  pt: {
    planned: {
      data: (organization) => `Todos os dados de ${organization} serão excluídos`,
      organization: (organization) => `${organization} será excluída`,
    },
    body: {
      data: (organization, moment) =>
        `Um administrador pediu que todos os dados de ${organization} no Tessera sejam excluídos. Isso acontece em ${moment}.`,
      organization: (organization, moment) =>
        `Um administrador pediu que ${organization} seja excluída do Tessera com todos os seus dados. Isso acontece em ${moment}.`,
    },
    abort: 'Até lá, qualquer administrador pode cancelar. Depois, nada traz isso de volta.',
    stays: (organization) => `${organization} não será excluída`,
    aborted: (organization) => `Um administrador cancelou a exclusão planejada para ${organization}.`,
    action: 'Abrir as configurações',
    why: 'Você recebe isto porque seu endereço está entre os e-mails importantes da organização.',
  },
  es: {
    planned: {
      data: (organization) => `Se van a eliminar todos los datos de ${organization}`,
      organization: (organization) => `Se va a eliminar ${organization}`,
    },
    body: {
      data: (organization, moment) =>
        `Un administrador ha pedido que se eliminen todos los datos de ${organization} en Tessera. Ocurre el ${moment}.`,
      organization: (organization, moment) =>
        `Un administrador ha pedido que se elimine ${organization} de Tessera con todos sus datos. Ocurre el ${moment}.`,
    },
    abort: 'Hasta entonces cualquier administrador puede cancelarlo. Después nada lo devuelve.',
    stays: (organization) => `${organization} no se elimina`,
    aborted: (organization) => `Un administrador ha cancelado la eliminación prevista para ${organization}.`,
    action: 'Abrir los ajustes',
    why: 'Recibe esto porque su dirección está entre los correos electrónicos importantes de la organización.',
  },
};

/** The mail that tells of a planned deletion, or that it was aborted. */
export const erasureMail = (
  { what, kind, at }: ErasureReference,
  told: { readonly name: string; readonly timezone: string },
  baseUrl: string,
  language: Language,
): Letter => {
  const say = words[language];
  const organization = named(told.name);
  const rest = { action: say.action, link: `${baseUrl}/settings/privacy`, small: [say.why] };
  if (what === 'aborted')
    return letter(language, say.stays(organization), { paragraphs: [say.aborted(organization)], ...rest });
  const moment = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: told.timezone === '' ? 'UTC' : told.timezone,
  }).format(at);
  return letter(language, say.planned[kind](organization), {
    paragraphs: [say.body[kind](organization, moment), say.abort],
    ...rest,
  });
};
