// The editor's schema without an editor, and random documents of it.
import { getSchema } from '@tiptap/core'
import { Fragment, type MarkType, type Node, type NodeType } from '@tiptap/pm/model'
import fc from 'fast-check'
import { richTextExtensions } from '../../../src/panel/editor/extensions.ts'
import { PictureJobs } from '../../../src/panel/editor/pictures/picture-jobs.ts'

const jobs = new PictureJobs({ upload: () => Promise.reject(), import: () => Promise.reject() })
const words = { caption: '', external: () => '', stateOf: () => '' }
export const schema = getSchema(richTextExtensions({ jobs, words }))

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom('می‌شود', '«آری»', 'a < b & c > d "e"', '&amp;', '\u00a0', '<b>', '۱۲۳'),
)
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 2 })
const url = fc.constantFrom('/fa/مقاله?a=1&b=2', 'https://example.com/a?b="c"', 'mailto:a@example.com', '#x')
const source = fc.constantFrom('/media/2026/01/a.jpg', 'https://example.com/a.png')

/** Values for every attribute of the schema; an attribute that is not listed here fails the test below. */
const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  class: sometimes(fc.constantFrom('has-text-align-center', 'alignleft', 'text-right')),
  dir: sometimes(fc.constantFrom('rtl', 'ltr')),
  lang: sometimes(fc.constantFrom('fa', 'en-GB')),
  title: sometimes(text),
  id: fc.constant(null), // only the sanitizer knows whether a link leads to it
  level: fc.integer({ min: 1, max: 6 }),
  cite: sometimes(source),
  datetime: sometimes(fc.constant('2026-01-02T03:04Z')),
  href: url,
  hreflang: sometimes(fc.constant('en')),
  target: sometimes(fc.constant('_blank')),
  rel: sometimes(fc.constantFrom('nofollow', 'ugc external')),
  start: sometimes(fc.constantFrom('3')),
  type: sometimes(fc.constantFrom('a', 'I')),
  reversed: fc.boolean(),
  open: fc.boolean(),
  value: sometimes(fc.constant('4')),
  language: sometimes(fc.constantFrom('ts', 'c++')),
  caption: sometimes(text.map((it) => it.trim() || 'c')),
  isFooter: fc.boolean(),
  colspan: fc.integer({ min: 1, max: 3 }),
  rowspan: fc.integer({ min: 1, max: 3 }),
  colwidth: fc.constant(null),
  abbr: sometimes(text),
  scope: sometimes(fc.constantFrom('col', 'row')),
  tag: fc.constantFrom('address', 'article', 'aside', 'div', 'figure', 'section'),
  src: source,
  isLeftOut: fc.constant(null), // true for pictures of other sites alone; the corpus has them
  alt: sometimes(text),
  imageTitle: sometimes(text),
  width: sometimes(fc.constantFrom('640', '50%')),
  height: sometimes(fc.constant('480')),
  loading: sometimes(fc.constant('lazy')),
}

const attributesOf = (type: NodeType | MarkType): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.keys(type.spec.attrs ?? {}).map((name) => [name, VALUES[name]!])))

const markTypes = Object.values(schema.marks)
const marks = fc
  .subarray(markTypes, { maxLength: 3 })
  .chain((types) => fc.tuple(...types.map((type) => attributesOf(type).map((attrs) => type.create(attrs)))))

const inline: fc.Arbitrary<Node> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(text, marks).map(([value, set]) => withMarks(schema.text(value), set)) },
  ...['hardBreak', 'wordBreak', 'image'].map((name) => ({ weight: 1, arbitrary: leaf(name) })),
)
const withMarks = (node: Node, set: { addToSet: (marks: Node['marks']) => Node['marks'] }[]) =>
  node.mark(set.reduce((all, mark) => mark.addToSet(all), [] as unknown as Node['marks']))

function leaf(name: string) {
  const type = schema.nodes[name]!
  return attributesOf(type).map((attrs) => type.create(attrs))
}

/** A node of this type with random content that the schema allows, `depth` levels deep. */
function nodeOf(type: NodeType, depth: number): fc.Arbitrary<Node> {
  if (type.isLeaf) return leaf(type.name)
  if (type.spec.code)
    return fc.tuple(attributesOf(type), text).map(([a, t]) => type.create(a, schema.text(t)))
  const children: fc.Arbitrary<Node[]> = type.inlineContent
    ? fc.array(inline, { maxLength: 4 })
    : fc.array(blockIn(type, depth), { minLength: 1, maxLength: 3 })
  return fc
    .tuple(attributesOf(type), children)
    .map(
      ([attrs, content]) => type.createAndFill(attrs, Fragment.from(content)) ?? type.createAndFill(attrs)!,
    )
}

const childrenOf = (type: NodeType) =>
  Object.values(schema.nodes).filter((child) => !child.isInline && type.contentMatch.matchType(child))

function blockIn(type: NodeType, depth: number): fc.Arbitrary<Node> {
  const types = childrenOf(type)
  const flat = types.filter((child) => child.inlineContent || child.isLeaf)
  const chosen = depth > 0 || flat.length === 0 ? types : flat
  return fc.constantFrom(...chosen).chain((child) => nodeOf(child, depth - 1))
}

/** Documents that the schema allows, three levels deep. */
export const documents = nodeOf(schema.nodes.doc!, 3)
