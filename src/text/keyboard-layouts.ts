// A text as its keys would have written it in the other keyboard layout: Persian instead of Latin, or the reverse.

/** A key of the Latin layout and what it writes in the Persian one (ISIRI 9147, and where it differs, that of Windows). */
const KEYS = [
  ...['qض', 'wص', 'eث', 'rق', 'tف', 'yغ', 'uع', 'iه', 'oخ', 'pح', '[ج', ']چ', 'aش', 'sس', 'dی', 'fب', 'gل'],
  ...[
    'hا',
    'jت',
    'kن',
    'lم',
    ';ک',
    "'گ",
    'zظ',
    'xط',
    'cز',
    'vر',
    'bذ',
    'nد',
    'mپ',
    ',و',
    '`پ',
    'mئ',
    'dي',
    ';ك',
  ],
]
const toLatin = new Map(KEYS.map(([latin, persian]) => [persian!, latin!]))
/** `m` writes پ or ئ. */
const toPersian = KEYS.toReversed().reduce(
  (keys, [latin, persian]) => keys.set(latin!, persian!),
  new Map<string, string>(),
)

/** The text in the other layout, the likeliest first; none if it has no letter of either. */
export function inOtherLayout(text: string): string[] {
  const characters = [...text.toLowerCase()]
  const write = (keys: ReadonlyMap<string, string>) => characters.map((it) => keys.get(it) ?? it).join('')
  if (characters.some((character) => toLatin.has(character))) return [write(toLatin)]
  if (!/[a-z]/.test(text.toLowerCase())) return []
  const persian = write(toPersian)
  return text.toLowerCase().includes('m') ? [persian, persian.replaceAll('پ', 'ئ')] : [persian]
}
