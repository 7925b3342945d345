import { useParams } from 'react-router';

export const Page = () => {
  const { tableId } = useParams();
  return <h1>{tableId}</h1>;
};
