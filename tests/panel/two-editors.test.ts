// Two people edit one record, lines and rich text, and save in any order: no word of either is lost without a dialog.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { mergeRichText } from '../../src/panel/record/saving/merge-rich-text.ts'
import { initialState, settledValues, valuesToSend } from '../../src/panel/record/state/form-state.ts'
import { FormStore } from '../../src/panel/record/state/form-store.ts'
import { mergeValues } from '../../src/panel/record/state/merge-values.ts'
import { patchBody, type Values } from '../../src/panel/records/form-values.ts'
import { describedField as field } from './schema-of-service.ts'

const fields = [field('title', 'line'), field('content', 'rich'), field('content_en', 'rich')]
const paragraphsOf = (name: string) =>
  Array.from({ length: 3 }, (_, p) => Array.from({ length: 5 }, (_, w) => `${name}x${p}x${w}`))
const htmlOf = (text: readonly string[][]) => text.map((line) => `<p>${line.join(' ')}</p>`).join('')
const textOf = (html: string) =>
  [...html.matchAll(/<p>(.*?)<\/p>/g)].map(([, line]) => line!.split(' ').filter(Boolean))
const start: Values = {
  title: 'title',
  content: htmlOf(paragraphsOf('a')),
  content_en: htmlOf(paragraphsOf('b')),
  version: 1,
}
const wordsOf = (values: Values) =>
  new Set(fields.flatMap(({ name }) => String(values[name] ?? '').match(/\w+(?=[^>]*(?:<|$))/g) ?? []))

type Edit = { name: string; what: string; line: number; word: number }

/** The text after an edit of its value; a new word is there once in all texts. */
function edited(value: string, { name, what, line, word }: Edit, added: string): string {
  if (name === 'title') return added
  const text = textOf(value)
  const at = text[line % Math.max(text.length, 1)]
  if (what === 'add-line' || !at) text.splice(line, 0, [added])
  else if (what === 'remove-line') text.splice(text.indexOf(at), 1)
  else if (what === 'add') at.splice(word, 0, added)
  else at.splice(word % Math.max(at.length, 1), 1, ...(what === 'change' ? [added] : []))
  return htmlOf(text)
}

/** The service, and what everybody knows to be gone: removed by an editor, or given up in a dialog. */
class Site {
  record = start
  readonly gone = new Set<string>()
  readonly added = new Set<string>()
  dialogs = 0
  combined = 0
}

class Editor {
  readonly store: FormStore
  #answer: { sent: Values; record: Values } | null = null
  readonly #site: Site

  constructor(site: Site) {
    this.#site = site
    this.store = new FormStore(initialState(fields, site.record), {
      show: (state) => this.store.rendered(state),
      delay: () => () => {},
    })
  }

  edit(edit: Edit, added: string) {
    const before = this.store.state.mine
    const value = edited(String(before[edit.name] ?? ''), edit, added)
    if (edit.name === 'title') this.store.dispatch({ type: 'changed', name: edit.name, value })
    else this.store.type(edit.name, value)
    const after = wordsOf(this.store.state.mine)
    for (const word of wordsOf(before).difference(after)) this.#site.gone.add(word)
    if (after.has(added)) this.#site.added.add(added)
  }

  /** Sends what is in the form; the answer comes later, and what is typed until then stays. */
  send() {
    if (this.#answer) return
    const site = this.#site
    if (this.store.state.loaded.version !== site.record.version) this.#merge()
    const { loaded } = this.store.state
    const sent = valuesToSend(this.store.state, true)
    const body = patchBody(fields, loaded, sent)
    const isChange = Object.keys(body).length > 0
    site.record = { ...site.record, ...body, version: Number(site.record.version) + (isChange ? 1 : 0) }
    this.#answer = { sent, record: site.record }
  }

  #merge() {
    const site = this.#site
    const theirs = site.record
    const mine = settledValues(this.store.state)
    const merge = mergeValues(fields, { loaded: this.store.state.loaded, mine, theirs }, mergeRichText)
    site.combined += merge.combined.length
    if (merge.conflicts.length > 0) site.dialogs++
    // The dialog shows theirs; here, everybody keeps their own.
    for (const { field, theirs, mine } of merge.conflicts) {
      const given = wordsOf({ [field.name]: theirs }).difference(wordsOf({ [field.name]: mine }))
      for (const word of given) site.gone.add(word)
    }
    this.store.dispatch({ type: 'merged', theirs, mine: merge.merged })
  }

  receive() {
    if (this.#answer) this.store.dispatch({ type: 'saved', ...this.#answer })
    this.#answer = null
  }
}

test('two editors with random edits: without a dialog, no word of either is lost', () => {
  const edit = fc.record({
    do: fc.constant('edit' as const),
    who: fc.nat(1),
    name: fc.constantFrom('content', 'content', 'content', 'content_en', 'title'),
    what: fc.constantFrom('change', 'add', 'add', 'remove', 'add-line', 'remove-line'),
    line: fc.nat(3),
    word: fc.nat(5),
  })
  const turn = fc.record({ do: fc.constantFrom('send' as const, 'receive' as const), who: fc.nat(1) })
  const totals = { dialogs: 0, combined: 0, words: 0 }
  fc.assert(
    fc.property(fc.array(fc.oneof(edit, turn), { minLength: 10, maxLength: 60 }), (steps) => {
      const site = new Site()
      const editors = [new Editor(site), new Editor(site)]
      const expectNothingLost = () => {
        const there = [site.record, ...editors.map(({ store }) => store.state.mine)].map(wordsOf)
        const found = there.reduce((all, words) => all.union(words))
        expect([...site.added.difference(site.gone).difference(found)]).toEqual([])
      }
      for (const [index, step] of steps.entries()) {
        const editor = editors[step.who]!
        if (step.do === 'edit') editor.edit(step, `n${step.who}x${index}`)
        else editor[step.do]()
        expectNothingLost()
      }
      // Everybody saves; then the service alone has it all.
      for (let round = 0; round < 3; round++)
        for (const editor of editors) {
          editor.receive()
          editor.send()
          editor.receive()
        }
      expect([...site.added.difference(site.gone).difference(wordsOf(site.record))]).toEqual([])
      totals.dialogs += site.dialogs
      totals.combined += site.combined
      totals.words += site.added.difference(site.gone).size
    }),
    { numRuns: 200, seed: 23 },
  )
  expect(totals.dialogs).toBeGreaterThan(20)
  expect(totals.combined).toBeGreaterThan(20)
  expect(totals.words).toBeGreaterThan(500)
})
