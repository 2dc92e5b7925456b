import { describe, expect, test } from 'bun:test'
import { parseFragment } from 'parse5'
import { contactForm as contactFields } from '../../src/messages/submit-contact.ts'
import { newsletterForm as newsletterFields } from '../../src/messages/subscribe.ts'
import { contactForm } from '../../src/website/forms/contact-form.ts'
import type { FormView } from '../../src/website/forms/form-field.ts'
import { newsletterForm } from '../../src/website/forms/newsletter-form.ts'
import { type Language, Languages } from '../../src/website/view/language.ts'

const [persian, english] = new Languages(['fa', 'en']).all as [Language, Language]
const shownAs = { contact: contactForm, newsletter: newsletterForm }

type Element = {
  tagName?: string
  attrs?: { name: string; value: string }[]
  childNodes?: Element[]
  value?: string
}

/** Every element of the markup, outermost first, with its attributes and text. */
function elementsOf(form: keyof typeof shownAs, view: FormView) {
  const textOf = (node: Element): string => (node.childNodes ?? []).map(textOf).join('') || (node.value ?? '')
  const visit = (node: Element): { tag: string; text: string; attributes: Record<string, string> }[] => [
    ...(node.tagName
      ? [
          {
            tag: node.tagName,
            text: textOf(node),
            attributes: Object.fromEntries(node.attrs!.map(({ name, value }) => [name, value])),
          },
        ]
      : []),
    ...(node.childNodes ?? []).flatMap(visit),
  ]
  return visit(parseFragment(shownAs[form](view).toString()) as Element)
}

describe.each([
  ['contact', contactFields],
  ['newsletter', newsletterFields],
] as const)('the %s form', (form, schema) => {
  test('posts only fields that the service knows, each with a label', () => {
    const elements = elementsOf(form, { language: persian })
    const action = elements.find(({ tag }) => tag === 'form')!.attributes
    expect(action).toMatchObject({ action: `/api/${form}`, method: 'post' })
    const fields = elements.filter(({ tag }) => tag === 'input' || tag === 'textarea')
    const known = Object.keys(schema.shape)
    for (const { attributes } of fields) {
      expect(known).toContain(attributes.name!)
      if (attributes.type === 'hidden') continue
      expect(
        elements.some(({ tag, attributes: { for: id } }) => tag === 'label' && id === attributes.id),
      ).toBe(true)
    }
    expect(fields.find(({ attributes }) => attributes.name === 'locale')!.attributes.value).toBe('fa')
  })

  test('hides the honeypot from people', () => {
    const elements = elementsOf(form, { language: english })
    const trap = elements.findIndex(({ attributes }) => attributes.name === 'website')
    expect(elements[trap]!.attributes.tabindex).toBe('-1')
    expect(elements.slice(0, trap).findLast(({ tag }) => tag === 'div')!.attributes).toHaveProperty('hidden')
  })

  test('keeps values and shows each error at its field', () => {
    const view = {
      language: english,
      values: { email: '"><script>' },
      errors: { email: 'Enter <your> email.' },
    }
    const elements = elementsOf(form, view)
    const { attributes } = elements.find(({ attributes: { name } }) => name === 'email')!
    expect(attributes).toMatchObject({ value: '"><script>', 'aria-invalid': 'true' })
    expect(attributes).toHaveProperty('autofocus')
    const error = elements.find(({ attributes: { id } }) => id === attributes['aria-describedby'])!
    expect(error.text).toBe('Enter <your> email.')
    expect(elements.find(({ attributes: { role } }) => role === 'alert')!.text).toBe(
      'Please correct the marked fields.',
    )
    expect(elements.filter(({ attributes }) => 'aria-invalid' in attributes)).toHaveLength(1)
  })

  test('is replaced by a confirmation once it was accepted', () => {
    const elements = elementsOf(form, { language: persian, isDone: true })
    expect(elements.map(({ tag, attributes }) => [tag, attributes.role])).toEqual([['p', 'status']])
    expect(elements[0]!.text).toStartWith('متشکریم')
  })
})

test('a message that starts with a line break keeps it', () => {
  const elements = elementsOf('contact', { language: english, values: { message: '\nHello' } })
  expect(elements.find(({ tag }) => tag === 'textarea')!.text).toBe('\nHello')
})

test('a language without texts gets the English ones', () => {
  const finnish = new Languages(['fi']).primary
  expect(elementsOf('newsletter', { language: finnish }).find(({ tag }) => tag === 'button')!.text).toBe(
    'Subscribe',
  )
})
