// The server's errors at the fields that they belong to.
import { expect, test } from 'bun:test'
import type { Actor } from '../../../../src/accounts/actor.ts'
import type { ResourceDescription } from '../../../../src/client/index.ts'
import { describeSchema } from '../../../../src/content/describe-resource.ts'
import { errorsByField, withoutField, wordingOf } from '../../../../src/panel/record/state/field-errors.ts'

const schema = describeSchema({ kind: 'system', name: 'test' } as Actor, ['fa', 'en'])
  .resources as unknown as ResourceDescription[]
const fieldsOf = (name: string) => schema.find((resource) => resource.name === name)!.fields
const articles = fieldsOf('articles')
const issue = (path: string, code = 'required') => ({ path, code, message: `${code}!` })
const found = (...issues: ReturnType<typeof issue>[]) => errorsByField(issues, articles)
const wording = (resource: string, path: string, code: string) => {
  const fields = fieldsOf(resource)
  const [[name, [error]]] = [...errorsByField([issue(path, code)], fields).byField] as any
  return wordingOf(fields.find((field) => field.name === name)!, error)
}

test('errors come in the order of the form, whatever the order of the answer', () => {
  const { byField, general } = found(issue('tags.0'), issue('title'), issue('title', 'too_big'))
  expect([...byField].map(([name, errors]) => [name, errors.length])).toEqual([
    ['title', 2],
    ['tags', 1],
  ])
  expect(general).toEqual([])
})

test('a dotted path leads into the entry of a list', () => {
  expect(found(issue('faqs_en.2.answer')).byField.get('faqs_en')).toEqual([
    { code: 'required', message: 'required!', entry: 2, part: 'answer' },
  ])
})

test('an error of no field of the form is shown for the whole form', () => {
  expect(found(issue('constructor'), issue('')).general).toHaveLength(2)
})

test('the next change of a field removes its errors only', () => {
  const errors = found(issue('title'), issue('slug'))
  expect([...withoutField(errors, 'title').byField.keys()]).toEqual(['slug'])
  expect(withoutField(errors, 'excerpt')).toBe(errors)
})

test('codes become sentences with the limits of the field', () => {
  expect(wording('articles', 'title', 'too_big')).toEqual({ key: 'too_long', values: { max: 300 } })
  expect(wording('articles', 'title', 'too_small')).toEqual({ key: 'required', values: {} })
  expect(wording('articles', 'faqs.0.question', 'too_big')).toEqual({ key: 'too_long', values: { max: 500 } })
  expect(wording('articles', 'faqs', 'too_big')).toEqual({ key: 'too_many_entries', values: { max: 50 } })
  expect(wording('projects', 'year', 'too_small')).toEqual({ key: 'number_too_small', values: { min: 1900 } })
  expect(wording('articles', 'slug', 'taken').key).toBe('taken')
  expect(wording('articles', 'slug', 'invalid_format').key).toBe('invalid_slug')
  expect(wording('menu', 'parent_id', 'loop').key).toBe('loop')
  expect(wording('articles', 'title', 'unheard_of').key).toBe('invalid')
})
