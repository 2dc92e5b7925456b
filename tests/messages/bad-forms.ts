// Bodies of HTML forms that are refused, with the status of the answer.
const long = 'x'.repeat(60_000)

export const badForms: [name: string, body: string, status: number][] = [
  ['no fields', '', 422],
  ['a field sent twice', `name=a&name=b&email=a%40b.co&message=x`, 422],
  ['CR and LF in the name', `name=a%0d%0aBcc:x&email=a%40b.co&message=x`, 422],
  ['NUL in the name', `name=a%00&email=a%40b.co&message=x`, 422],
  ['a prototype', `__proto__=x&name=a&email=a%40b.co`, 422],
  ['a message of 60 KB', `name=a&email=a%40b.co&message=${long}`, 422],
  ['more than 64 KB', `name=a&email=a%40b.co&message=${long}${long}`, 413],
  [
    'ten thousand fields',
    'a=1&'.repeat(5_000) + Array.from({ length: 5_000 }, (_, i) => `f${i}=`).join('&'),
    422,
  ],
]
