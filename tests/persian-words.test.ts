// The Persian texts of the panel, the website, its mails and the docs: one spelling of the ezafe, one word for each thing.
import { expect, test } from 'bun:test'
import { fieldHelp, fieldLabels } from '../src/content/definition/labels.ts'
import { resources } from '../src/content/resources/resource-registry.ts'

const PANEL = [
  'src/panel/app/words/fa/*.ts',
  'src/panel/build/persian-strings.ts',
  'src/panel/screens/screen-table.ts',
]
const SCHEMA = ['src/content/definition/labels.ts', 'src/content/resources/*.ts']
const WEBSITE = ['persian', 'form-labels', 'newsletter-labels'].map((name) => `src/website/labels/${name}.ts`)
const OTHERS = [
  'messages/form-messages',
  'mail/mail-words',
  'text/seo-analysis/check-messages',
  'content/demo/*',
]
const DOCS = ['*.md', 'docs/*.md']

/** The lines of files, without the list of spellings in the docs of the search. */
async function linesOf(patterns: string[]) {
  const files = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync()])
  const lines = await Promise.all(
    files.map(async (file) =>
      (await Bun.file(file).text())
        .split('\n')
        .map((text, index) => ({ place: `${file}:${index + 1}`, text })),
    ),
  )
  return lines.flat().filter(({ text }) => /[\u0600-\u06ff]/.test(text) && !text.includes('ezafe ('))
}

const panel = await linesOf([...PANEL, ...SCHEMA])
const all = [...panel, ...(await linesOf([...WEBSITE, ...OTHERS.map((name) => `src/${name}.ts`), ...DOCS]))]
const found = (lines: typeof all, pattern: RegExp) =>
  lines.filter(({ text }) => pattern.test(text)).map(({ place, text }) => `${place} ${text.trim()}`)

test('the ezafe after a silent he is written هٔ', () => {
  expect(all.length).toBeGreaterThan(1_500)
  expect(found(all, /ۀ|هء|ه\u200cی(?![\u0600-\u06ff\u200c])|[\u0600-\u06ff]ه ی /)).toEqual([])
})

/** Words that follow both a he with an ezafe and, as in ادامه آن را باز کنید, one without. */
const EITHER = new Set(
  'پیش آن جستجو همان خودکار حساب کار انتخاب در دو آزاد چیزی کمتر تغییراتی ذخیره چند'.split(' '),
)
/** Words that end in a he that is spoken, or in one that takes no ezafe. */
const NO_EZAFE = /[اوء]ه$|^(به|که|چه|نه|سه|ده|آنچه|اینکه|كتبته|.*[نیف]زده|.*[اف]ده|بازده|.*شنبه)$/

test('no ezafe is missing before a word that has one elsewhere', () => {
  const pairs = all.flatMap(({ place, text }) =>
    [...text.matchAll(/([\u0600-\u06ff\u200c]*هٔ?) (?=([\u0600-\u06ff\u200c]+))/g)].map(([, word, next]) => ({
      place: `${place} ${word} ${next}`,
      word: word!,
      next: next!,
    })),
  )
  const followers = new Set(pairs.filter(({ word }) => word.endsWith('ٔ')).map(({ next }) => next))
  expect(followers.size).toBeGreaterThan(100)
  expect(
    pairs.filter(
      ({ word, next }) =>
        word.endsWith('ه') && !NO_EZAFE.test(word) && followers.has(next) && !EITHER.has(next),
    ),
  ).toEqual([])
})

test('no ezafe is missing before a name that is filled in', () => {
  const words = all.flatMap(({ place, text }) =>
    [...text.matchAll(/([\u0600-\u06ff\u200c]*ه) «?\$?\{(?!count)/g)].map(([, word]) => ({
      place,
      word: word!,
    })),
  )
  expect(words.length).toBeGreaterThan(10)
  expect(words.filter(({ word }) => !NO_EZAFE.test(word))).toEqual([])
})

test.each([
  ['عبارت کلیدی', /کلیدواژه/],
  ['مورد', /رکورد/],
  ['بازیابی', /بازگرد(ان|ا)/],
  ['انتخاب', /گزین(ید|ش)|برگزیده/],
  ['جدید', /تازه/],
  ['تغییرات', /تغییرها/],
  ['نگهداری', /نگه‌داری/],
  ['شخص دیگری', /فرد دیگری/],
  ['بیش از اندازه', /بیش از حد(?!اقل|اکثر)/],
  ['دور ریختن', /دور اندا/],
  ['سامانهٔ ورود', /سرویس ورود/],
  ['مقاله‌ها', /بلاگ/],
  ['کلیدهای جهت‌نما', /کلیدهای جهت(?!‌نما)|همراه با جهت/],
  ['دست‌کاری', /دستکاری/],
  ['پرونده', /فایل/],
  ['GIF و WebP', /جیف|وب‌پی/],
  ['ساختن', /'ایجاد'/],
  ['شرح تصویر', /توضیح تصویر/],
])('the panel says %s, and no other word for it', (_, others) => {
  expect(found(panel, others)).toEqual([])
})

test('Persian help and labels of the content have no Latin words but names of products', () => {
  const help = Object.values(resources).flatMap(({ labels }) => [
    labels.help,
    ...Object.values(labels.fields ?? {}),
  ])
  const texts = [...help, ...Object.values(fieldHelp), ...Object.values(fieldLabels)].map(
    (label) => label?.[0] ?? '',
  )
  expect(
    texts
      .join('\n')
      .match(/(?<!#)\b[a-z]{2,}\b/gi)
      ?.filter((word) => word !== 'Lucide') ?? [],
  ).toEqual([])
})
