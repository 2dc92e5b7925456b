// Checks documents by the rules of the HTML standard.
import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // A matter of style, and hono's templates.
    'no-trailing-whitespace': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'long-title': 'off',
    'no-implicit-input-type': 'off',
    'no-inline-style': 'error',
    // The tel links show numbers as editors write them.
    'tel-non-breaking': 'off',
    // JSON-LD needs no integrity.
    'require-sri': 'off',
    'valid-id': ['error', { relaxed: true }],
  },
})

/** The violations of the HTML standard in a document. */
export async function htmlProblems(document: string): Promise<string[]> {
  const { results } = await validator.validateString(document)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
  )
}
