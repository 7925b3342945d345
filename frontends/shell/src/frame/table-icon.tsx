import { hueOf, Tile } from '@tessera/kit';
import { IconTable } from '@tessera/kit/icons';

/** The coloured tile of a table; one without a colour has the hue of its id. */
export const TableTile = ({
  id,
  color,
  large = false,
}: {
  id: string;
  color: string | null | undefined;
  large?: boolean;
}) => <Tile icon={IconTable} color={color || hueOf(id)} large={large} />;
