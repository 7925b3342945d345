import { useFormats, useSession } from '@tessera/kit';
import { featureNames, type FeatureName } from '@tessera/proto/rights';

export const isFeature = (name: string): name is FeatureName => (featureNames as readonly string[]).includes(name);

type Price = { readonly monthly: number };

/** A price as it is paid by the month, in the currency of the organization. */
export const usePrice = (): ((prices: { readonly BRL: Price; readonly USD: Price }) => string) => {
  const { number } = useFormats();
  const { organization } = useSession();
  const real = organization.locale_settings.currency_symbol === 'R$';
  return ({ BRL, USD }) => (real ? `R$${number(BRL.monthly)}` : `$${number(USD.monthly)}`);
};
