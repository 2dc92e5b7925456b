// Icons of the toolbars on a grid of 24; the shapes follow Lucide (ISC licence). `*` marks those that follow the direction
// of the interface.
const PATHS = {
  'undo*': 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  'redo*': 'm15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  bold: 'M7 4h6a4 4 0 0 1 0 8H7zM7 12h7a4 4 0 0 1 0 8H7z',
  italic: 'M19 4h-9M14 20H5M15 4 9 20',
  underline: 'M6 4v6a6 6 0 0 0 12 0V4M4 20h16',
  strike: 'M16 4H9a3 3 0 0 0-2.8 4M14 12a4 4 0 0 1 0 8H6M4 12h16',
  more: 'M6 12v.01M12 12v.01M18 12v.01',
  'more-tools': 'm7 6 5 5 5-5M7 13l5 5 5-5',
  'fewer-tools': 'm7 11 5-5 5 5M7 18l5-5 5 5',
  link: 'M10 13a5 5 0 0 0 7.5.5l3-3a5 5 0 0 0-7-7L12 5M14 11a5 5 0 0 0-7.500-.5l-3 3a5 5 0 0 0 7 7L12 19',
  'bullets*': 'M9 6h11M9 12h11M9 18h11M4 6v.01M4 12v.01M4 18v.01',
  'numbers*': 'M10 6h10M10 12h10M10 18h10M4 4h1v4M4 8h2M6 18H4c0-1 2-2 2-3s-1-1.500-2-1',
  'indent*': 'M20 5H10M20 12H10M20 19H10M4 8l3 4-3 4',
  'outdent*': 'M20 5H10M20 12H10M20 19H10M7 8l-3 4 3 4',
  'quote*':
    'M10 7H5a1 1 0 0 0-1 1v4a1 1 0 0 0 1 1h4v1a3 3 0 0 1-3 3M20 7h-5a1 1 0 0 0-1 1v4a1 1 0 0 0 1 1h4v1a3 3 0 0 1-3 3',
  'align-none*': 'M4 5h16M4 10h10M4 15h16M4 20h10',
  'align-left': 'M4 5h16M4 10h10M4 15h16M4 20h7',
  'align-center': 'M4 5h16M7 10h10M4 15h16M8.500 20h7',
  'align-right': 'M4 5h16M10 10h10M4 15h16M13 20h7',
  picture: 'M4 4h16v16H4zM9 10.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3ZM20 15l-4.500-4.500L5 20',
  table: 'M4 4h16v16H4zM4 9.500h16M4 14.500h16M12 9.500V20',
  rule: 'M4 12h16',
  find: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20.500 20.500 16 16',
  keyboard: 'M3 6h18v12H3zM7 10v.01M11 10v.01M15 10v.01M7 14h10M18 10v.01',
  source: 'm8 7-5 5 5 5M16 7l5 5-5 5',
  'full-screen': 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  'leave-full-screen': 'M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5',
  'row-above': 'M4 13h16v7H4zM12 3v7M8.500 6.500h7',
  'row-below': 'M4 4h16v7H4zM12 14v7M8.500 17.500h7',
  'column-before*': 'M13 4h7v16h-7zM3 12h7M6.500 8.500v7',
  'column-after*': 'M4 4h7v16H4zM14 12h7M17.500 8.500v7',
  'row-delete': 'M4 9h16v6H4zM9 18.500l6 4M15 18.500l-6 4M4 4h16',
  'column-delete': 'M9 4h6v16H9zM18.500 9l4 6M22.500 9l-4 6M4 4v16',
  'header-row': 'M4 4h16v16H4zM4 10h16M7 7h10M12 10v10',
  'header-column*': 'M4 4h16v16H4zM10 4v16M7 7v10M10 12h10',
  merge: 'M4 4h16v16H4zM8 12h8M10 9.500 7.500 12l2.500 2.500M14 9.500l2.500 2.500-2.500 2.500',
  split: 'M4 4h16v16H4zM12 4v16',
  caption: 'M4 4h16v11H4zM6 20h12',
  'trash-can': 'M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6',
} as const

type Key = keyof typeof PATHS
export type EditorIconName = Key extends `${infer Name}*` | infer Name ? Exclude<Name, `${string}*`> : never

export function EditorIcon({ name }: { name: EditorIconName }) {
  const followsDirection = `${name}*` in PATHS
  const path = PATHS[(followsDirection ? `${name}*` : name) as Key]
  return (
    <svg
      className={followsDirection ? 'icon icon-directional' : 'icon'}
      width={18}
      height={18}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.5 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
