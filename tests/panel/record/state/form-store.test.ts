// A form that is rendered later than it is typed into: what is typed is in its state at once.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { dirtyFields, type FormState, initialState } from '../../../../src/panel/record/state/form-state.ts'
import { FormStore } from '../../../../src/panel/record/state/form-store.ts'
import { describedField as field } from '../../schema-of-service.ts'

const fields = [field('title', 'line'), field('content', 'rich')]
const record = { title: 'a', content: '<p>b</p>', version: 1 }

/** A form whose rests end, and whose renderings are done, when the test says so. */
function openForm() {
  const asked: FormState[] = []
  const form = { asked, rest: () => {}, heldBack: 0, render: () => store.rendered(asked.at(-1)!) }
  const delay = (callBack: () => void) => {
    form.rest = callBack
    return () => {
      form.rest = () => {}
    }
  }
  const store = new FormStore(initialState(fields, record), {
    show: (state) => void asked.push(state),
    delay,
  })
  store.onHeldBack = () => {
    form.heldBack++
  }
  return Object.assign(form, { store })
}

test('the first key in a text renders the form, the next ones wait for a rest', () => {
  const form = openForm()
  form.store.type('content', '<p>bc</p>')
  form.render()
  expect([form.asked.length, dirtyFields(form.asked[0]!)]).toEqual([1, ['content']])
  for (const text of ['<p>bcd</p>', '<p>bcde</p>']) form.store.type('content', text)
  expect([form.asked.length, form.heldBack]).toEqual([1, 2])
  expect([form.store.state.mine.content, form.store.isAhead]).toEqual(['<p>bcde</p>', true])
  form.rest()
  expect([form.asked.at(-1)!.mine.content, form.store.isAhead]).toEqual(['<p>bcde</p>', false])
})

test('a key renders the form where it changes more than the text', () => {
  const form = openForm()
  form.store.type('content', '<p>1</p>')
  form.render()
  const errors = new Map([['content', [{ code: 'too_long', message: '' }]]])
  form.store.dispatch({ type: 'refused', errors: { byField: errors as never, general: [] } })
  form.render()
  form.store.type('content', '<p>2</p>')
  expect(form.asked.at(-1)!.errors.byField.size).toBe(0)
  form.render()
  form.store.dispatch({
    type: 'saved',
    sent: form.store.state.mine,
    record: { ...record, content: '<p>2</p>' },
  })
  form.render()
  form.store.type('content', '<p>3</p>')
  expect([form.asked.at(-1)!.mine.content, dirtyFields(form.asked.at(-1)!)]).toEqual([
    '<p>3</p>',
    ['content'],
  ])
})

test('nothing is held back before an earlier change is rendered', () => {
  const form = openForm()
  form.store.type('content', '<p>1</p>')
  form.store.type('content', '<p>12</p>')
  expect(form.asked.at(-1)!.mine.content).toBe('<p>12</p>')
})

test('in any order of keys, rests and renderings, a text is never given back what it reported before', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('type' as const), text: fc.string({ maxLength: 3 }) }),
    fc.record({ do: fc.constant('title' as const), text: fc.string({ maxLength: 3 }) }),
    fc.record({ do: fc.constantFrom('rest' as const, 'render' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const form = openForm()
      // The editor takes over a rendered value that is neither its last report nor the rendered one before.
      let [reported, rendered] = [record.content, record.content]
      for (const one of steps) {
        if (one.do === 'type') {
          reported = `<p>${one.text}</p>`
          form.store.type('content', reported)
        } else if (one.do === 'title')
          form.store.dispatch({ type: 'changed', name: 'title', value: one.text })
        else if (one.do === 'rest') form.rest()
        else if (form.asked.length > 0) {
          form.render()
          const value = String(form.asked.at(-1)!.mine.content)
          if (value !== rendered) expect(value).toBe(reported)
          rendered = value
        }
        expect(form.store.state.mine.content).toBe(reported)
      }
      form.store.catchUp()
      expect((form.asked.at(-1) ?? form.store.state).mine.content).toBe(reported)
    }),
  )
})
