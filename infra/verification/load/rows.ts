import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

/** The same numbers in every run: a small linear congruential generator, 0 to 1. */
export const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
};

const companies = [
  'Bluefold Logistics',
  'Kestrel Clinics',
  'Oakline Foods',
  'Lumen Optics',
  'Northgate Rail',
  'São Bento Café',
  'Tessellate Ltd',
  'Quill & Sons',
];
const things = ['scanners', 'kiosks', 'labels', 'turbine parts', 'handhelds', 'bins', 'lens stock', 'linen'];
export const stages = ['Lead', 'Qualified', 'Proposal', 'Negotiation', 'Won', 'Lost'] as const;
const people = ['maren', 'tobin', 'isolde', 'oswin', 'lark', 'quill'];

/** A plausible sales deal as plain values; `i` makes it findable. */
export const deal = (i: number, random: () => number) => ({
  name: `${things[Math.floor(random() * things.length)]} for ${companies[Math.floor(random() * companies.length)]} ${i}`,
  stage: stages[Math.floor(random() * stages.length)] ?? 'Lead',
  value: Math.round(random() * 50_000_000) / 100,
  probability: Math.floor(random() * 101),
  close: new Date(1_735_689_600_000 + Math.floor(random() * 730) * 86_400_000).toISOString().slice(0, 10),
  owner: `${people[Math.floor(random() * people.length)]}@marlow.example`,
  phone: `+55 11 9${String(Math.floor(random() * 1e8)).padStart(8, '0')}`,
  signed: random() < 0.4,
  notes: i % 10 === 0 ? `Asked for a second quote, "net ${30 + (i % 4) * 15}"; call ${i}` : '',
  code: String(i % 100_000).padStart(6, '0'),
});

export const csvHeader = 'Deal,Stage,Value,Probability,Close date,Owner e-mail,Phone,Signed,Notes,Code';

/** What the deals of a file are made of. */
export const csvSeed = 7;

/**
 * A CSV of `count` deals as a person would export it: currency texts, day-first dates, yes and no, quoted notes,
 * leading zeros.
 */
export const writeCsv = async (path: string, count: number): Promise<void> => {
  const out = createWriteStream(path);
  const random = randomFrom(csvSeed);
  out.write(`\uFEFF${csvHeader}\r\n`);
  for (let i = 0; i < count;) {
    let block = '';
    for (const end = Math.min(count, i + 2000); i < end; i++) {
      const d = deal(i, random);
      const [year, month, day] = d.close.split('-');
      block += `${d.name},${d.stage},"$${d.value.toLocaleString('en-US', { minimumFractionDigits: 2 })}",${d.probability}%,${day}/${month}/${year},${d.owner},${d.phone},${d.signed ? 'yes' : 'no'},"${d.notes.replaceAll('"', '""')}",${d.code}\r\n`;
    }
    if (!out.write(block)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
};
