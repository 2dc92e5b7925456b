// Typing, saving and merging in any order: nothing that was typed is lost.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { FieldDescription } from '../../../../src/client/index.ts'
import { errorsByField } from '../../../../src/panel/record/state/field-errors.ts'
import {
  autosavedFields,
  dirtyFields,
  type FormAction,
  formReducer,
  initialState,
  valuesToSend,
} from '../../../../src/panel/record/state/form-state.ts'
import { mergeValues } from '../../../../src/panel/record/state/merge-values.ts'
import { patchBody, type Values } from '../../../../src/panel/records/form-values.ts'
import { describedField } from '../../schema-of-service.ts'

const names = ['a', 'b', 'c']
const fields = names.map((name) => describedField(name, 'line'))
const record = { a: '1', b: '2', c: '3', version: 1 }
const after = (...actions: FormAction[]) => actions.reduce(formReducer, initialState(fields, record))
const typed = (name: string, value: string): FormAction => ({ type: 'changed', name, value })

test('a form as loaded is not dirty, and taking a change back makes it clean again', () => {
  expect(dirtyFields(after())).toEqual([])
  expect(dirtyFields(after(typed('a', 'x')))).toEqual(['a'])
  expect(dirtyFields(after(typed('a', 'x'), typed('a', '1')))).toEqual([])
})

describe('a working copy', () => {
  const withDate = [...fields, describedField('published_at', 'instant')]
  const copyOf = (values: Values, version = 1) => ({ ...record, ...values, draft: { version } })
  const begin: FormAction = { type: 'drafting' }

  test('is what the form is stored in from its first save on, or from its opening', () => {
    expect(after().isDraft).toBe(false)
    expect(after(begin).isDraft).toBe(true)
    expect(initialState(fields, copyOf({ a: 'x' })).isDraft).toBe(true)
    const sent = { ...record, a: 'x' }
    expect(after(typed('a', 'x'), begin, { type: 'saved', sent, record: copyOf(sent) }).isDraft).toBe(true)
  })

  test('is kept of all live records by choice, after each publication too, and never of unpublished ones', () => {
    const live = { ...record, id: 7 }
    const opened = initialState(fields, live, true)
    expect([opened.isDraft, dirtyFields(opened)]).toEqual([true, []])
    const sent = { ...live, a: 'x' }
    const published = formReducer(opened, { type: 'saved', sent, record: { ...sent, version: 2 } })
    expect(published.isDraft).toBe(true)
    expect(formReducer(published, { type: 'discarded', record: live }).isDraft).toBe(true)
    const chosen = (state: typeof opened, keepsDrafts: boolean) =>
      formReducer(state, { type: 'chosen', keepsDrafts }).isDraft
    expect([chosen(opened, false), chosen(initialState(fields, live), true)]).toEqual([false, true])
    expect(chosen(initialState(fields, { ...copyOf({ a: 'x' }), id: 7 }, true), false)).toBe(true)
    for (const status of ['draft', 'published']) {
      const stored = { ...live, status, published_at: '2020-01-01T00:00:00Z' }
      expect([status, initialState(fields, stored, true).isDraft]).toEqual([status, status === 'published'])
    }
    const scheduled = { ...live, status: 'published', published_at: '2999-01-01T00:00:00Z' }
    expect(initialState(fields, scheduled, true).isDraft).toBe(false)
    expect(initialState(fields, record, true).isDraft).toBe(false)
  })

  test('has the date of publication, which otherwise waits for a button', () => {
    const opened = initialState(withDate, { ...record, published_at: null })
    const dated = formReducer(opened, typed('published_at', '2026-01-01T00:00:00Z'))
    expect([autosavedFields(dated), autosavedFields(formReducer(dated, begin))]).toEqual([
      [],
      ['published_at'],
    ])
  })

  test('ends with its publication, unless something was typed meanwhile', () => {
    const copy = initialState(fields, copyOf({ a: 'x' }))
    const published: FormAction = {
      type: 'saved',
      sent: copy.loaded,
      record: { ...record, a: 'x', version: 2 },
    }
    const ended = formReducer(copy, published)
    expect([ended.isDraft, dirtyFields(ended)]).toEqual([false, []])
    const typedMeanwhile = formReducer(formReducer(copy, typed('b', 'y')), published)
    expect([typedMeanwhile.isDraft, dirtyFields(typedMeanwhile)]).toEqual([true, ['b']])
  })

  test('that others ended is left where nothing is unsaved; one that has not begun is not', () => {
    const copy = initialState(fields, copyOf({ a: 'x' }))
    const live: FormAction = { type: 'reloaded', record: { ...record, version: 2 } }
    expect([formReducer(copy, live).isDraft, after(begin, live).isDraft]).toEqual([false, true])
  })

  test('that is discarded leaves the live record', () => {
    const copy = formReducer(initialState(fields, copyOf({ a: 'x' })), typed('b', 'y'))
    const state = formReducer(copy, { type: 'discarded', record })
    expect([state.isDraft, state.mine.a, dirtyFields(state)]).toEqual([false, '1', []])
  })
})

describe('saving', () => {
  const sent = { ...record, a: 'x' }
  const saved: FormAction = { type: 'saved', sent, record: { ...sent, version: 2 } }

  test('leaves a clean form with the new version', () => {
    const state = after(typed('a', 'x'), saved)
    expect([dirtyFields(state), state.loaded.version]).toEqual([[], 2])
  })

  test('keeps what was typed while it was under way', () => {
    const state = after(typed('a', 'x'), typed('a', 'xy'), typed('b', 'z'), saved)
    expect([state.mine.a, state.mine.b, dirtyFields(state)]).toEqual(['xy', 'z', ['a', 'b']])
  })

  test('takes what the server made of a value', () => {
    const state = after(typed('a', ' x '), {
      type: 'saved',
      sent: { ...record, a: ' x ' },
      record: { ...record, a: 'x', version: 2 },
    })
    expect([state.mine.a, dirtyFields(state)]).toEqual(['x', []])
  })
})

test('others’ changes come in below mine', () => {
  const state = after(typed('a', 'x'), {
    type: 'reloaded',
    record: { ...record, a: 'y', b: 'z', version: 5 },
  })
  expect([state.mine.a, state.mine.b, dirtyFields(state)]).toEqual(['x', 'z', ['a']])
})

test('errors go with the next change of their field', () => {
  const errors = errorsByField(
    names.map((path) => ({ path, code: 'required', message: '' })),
    fields,
  )
  const state = after({ type: 'refused', errors }, typed('a', 'x'))
  expect([...state.errors.byField.keys()]).toEqual(['b', 'c'])
})

test('two editors with random edits: without a conflict dialog, no field of either is lost', () => {
  const value = fc.constantFrom('p', 'q', 'r', '')
  const edit = fc.record({ who: fc.constantFrom(0, 1), name: fc.constantFrom(...names), value })
  const step = fc.oneof({ weight: 3, arbitrary: edit }, fc.record({ who: fc.constantFrom(0, 1) }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let server: Values = record
      const editors = [initialState(fields, record), initialState(fields, record)]
      for (const one of steps) {
        const state = editors[one.who]!
        if ('name' in one) {
          editors[one.who] = formReducer(state, { type: 'changed', name: one.name, value: one.value })
          continue
        }
        const mineBefore = state.mine
        const dirty = dirtyFields(state)
        let next = state
        if (state.loaded.version !== server.version) {
          const merge = mergeValues(fields, { loaded: state.loaded, mine: state.mine, theirs: server })
          if (merge.conflicts.length > 0) {
            // The dialog: here everybody keeps their own, and knows it.
            for (const { field } of merge.conflicts) expect(dirty).toContain(field.name)
          }
          next = formReducer(state, { type: 'merged', theirs: server, mine: merge.merged })
        }
        const body = patchBody(fields, next.loaded, next.mine)
        const stored: Values = {
          ...server,
          ...body,
          version: Number(server.version) + (Object.keys(body).length > 0 ? 1 : 0),
        }
        // Fields that others stored and I did not touch are untouched.
        for (const name of names) if (!dirty.includes(name)) expect(stored[name]).toEqual(server[name])
        // The values that I typed are stored.
        for (const name of dirty) expect(stored[name] ?? '').toEqual(mineBefore[name] ?? '')
        server = stored
        editors[one.who] = formReducer(next, { type: 'saved', sent: next.mine, record: stored })
      }
    }),
    { numRuns: 200, seed: 20 },
  )
})

describe('what the service stores in another form', () => {
  const sent = { ...record, a: 'Hello ' }
  const saved: FormAction = {
    type: 'saved',
    sent,
    focused: 'a',
    record: { ...record, a: 'Hello', version: 2 },
  }

  test('stays as it is typed while the focus is in its field, and counts as stored', () => {
    const state = after(typed('a', 'Hello '), saved)
    expect([state.mine.a, dirtyFields(state), valuesToSend(state, true).a]).toEqual(['Hello ', [], 'Hello'])
    const again = formReducer(state, { ...saved, sent: valuesToSend(state, true) })
    expect([again.mine.a, dirtyFields(again)]).toEqual(['Hello ', []])
  })

  test('comes into the field when the focus leaves it', () => {
    const state = after(typed('a', 'Hello '), saved, { type: 'left', name: 'a' })
    expect([state.mine.a, dirtyFields(state)]).toEqual(['Hello', []])
  })

  test('is typed on', () => {
    const state = after(typed('a', 'Hello '), saved, typed('a', 'Hello w'), { type: 'left', name: 'a' })
    expect([state.mine.a, dirtyFields(state)]).toEqual(['Hello w', ['a']])
  })
})

describe('an autosave', () => {
  const refusal = (name: string): FormAction => ({
    type: 'refused',
    errors: errorsByField([{ path: name, code: 'too_big', message: '' }], fields),
  })

  test('leaves out what was refused and keeps its error, until it is changed', () => {
    const before = after(typed('a', 'bad'), typed('b', 'good'), refusal('a'))
    expect(autosavedFields(before)).toEqual(['b'])
    const sent = valuesToSend(before, true)
    expect(sent).toMatchObject({ a: '1', b: 'good' })
    const saved = formReducer(before, { type: 'saved', sent, record: { ...sent, version: 2 } })
    expect([saved.mine.a, dirtyFields(saved), [...saved.errors.byField.keys()]]).toEqual([
      'bad',
      ['a'],
      ['a'],
    ])
    expect(autosavedFields(formReducer(saved, typed('a', 'better')))).toEqual(['a'])
  })

  test('sends neither status nor date, and loses neither', () => {
    const published = { ...fields[0]!, name: 'published_at' }
    const state = formReducer(initialState([...fields, published], record), typed('published_at', '2030'))
    const sent = valuesToSend(state, true)
    expect([autosavedFields(state), sent.published_at ?? null]).toEqual([[], null])
    const saved = formReducer(state, { type: 'saved', sent, record: { ...record, version: 2 } })
    expect([saved.mine.published_at, dirtyFields(saved)]).toEqual(['2030', ['published_at']])
  })
})

test('what others wrote the same way does not make a field anew', () => {
  const list: FieldDescription = { ...fields[0]!, name: 'faqs', kind: 'list' }
  const mine = [{ question: 'Why?', answer: 'So.' }]
  const state = formReducer(initialState([list], { faqs: [], version: 1 }), {
    type: 'changed',
    name: 'faqs',
    value: mine,
  })
  const stored = { faqs: [{ answer: 'So.', question: 'Why?' }], version: 2 }
  expect(formReducer(state, { type: 'saved', sent: { faqs: mine }, record: stored }).mine.faqs).toBe(mine)
})
