// The messages of the public forms, in Persian and English.
import type { FieldIssue } from '../text/field-issues.ts'

export const messageLanguages = ['fa', 'en'] as const
export type MessageLanguage = (typeof messageLanguages)[number]

/** The language of a BCP 47 tag, or null for a language without messages. */
export const messageLanguageOf = (tag: unknown): MessageLanguage | null =>
  messageLanguages.find(
    (language) => typeof tag === 'string' && /^[a-z]+/i.exec(tag)?.[0].toLowerCase() === language,
  ) ?? null

type Messages = {
  /** The messages of fields that must be filled in. */
  missing: Record<string, string>
  fields: Record<string, string>
  email: string
  locale: string
  tooLong(field: string, max: number): string
  notText(field: string): string
  badCharacters(field: string): string
  unknownField(name: string): string
  tooMany(minutes: number): string
}

const en: Messages = {
  missing: {
    name: 'Enter your name.',
    email: 'Enter your email address.',
    message: 'Enter your message.',
  },
  fields: {
    name: 'name',
    email: 'email address',
    phone: 'phone number',
    subject: 'subject',
    message: 'message',
  },
  email: 'Enter an email address such as name@example.com.',
  locale: 'Send a language tag such as fa or en-GB.',
  tooLong: (field, max) => `The ${field} can have at most ${max.toLocaleString('en')} characters.`,
  notText: (field) => `The ${field} must be a single text.`,
  badCharacters: (field) => `The ${field} contains a character that cannot be used here.`,
  unknownField: (name) => `This form has no field ${name}.`,
  tooMany: (minutes) =>
    `Too many submissions have come from your address. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
}

const fa: Messages = {
  missing: {
    name: 'نام خود را بنویسید.',
    email: 'نشانی ایمیل خود را بنویسید.',
    message: 'پیام خود را بنویسید.',
  },
  fields: { name: 'نام', email: 'نشانی ایمیل', phone: 'شمارهٔ تلفن', subject: 'موضوع', message: 'پیام' },
  email: 'نشانی ایمیل را کامل بنویسید، مانند name@example.com.',
  locale: 'برچسب زبان درست نیست؛ نمونهٔ درست: fa یا en-GB.',
  tooLong: (field, max) => `طول ${field} حداکثر ${max.toLocaleString('fa')} نویسه است.`,
  notText: (field) => `${field} باید یک متن باشد.`,
  badCharacters: (field) => `${field} نویسه‌ای دارد که در اینجا پذیرفته نیست.`,
  unknownField: (name) => `این فرم فیلدی با نام ${name} ندارد.`,
  tooMany: (minutes) =>
    `درخواست‌های زیادی از نشانی شما رسیده است. ${minutes.toLocaleString('fa')} دقیقهٔ دیگر دوباره تلاش کنید.`,
}

const messages: Record<MessageLanguage, Messages> = { fa, en }

/** The sentence for an invalid field of a form. */
export function sentenceFor({ path, code, message, params }: FieldIssue, language: MessageLanguage): string {
  const texts = messages[language]
  const field = texts.fields[path] ?? path
  const missing = texts.missing[path]
  if (!path) return message
  if (code === 'unknown_field') return texts.unknownField(path)
  if ((code === 'required' || code === 'too_small') && missing) return missing
  if (code === 'too_big') return texts.tooLong(field, Number(params?.max))
  if (code === 'invalid_type') return texts.notText(field)
  if (path === 'email' && code === 'invalid_format' && params) return texts.email
  if (path === 'locale') return texts.locale
  return texts.badCharacters(field)
}

/** The sentence for an address that has reached a limit. */
export const tooManySentence = (seconds: number, language: MessageLanguage) =>
  messages[language].tooMany(Math.max(1, Math.ceil(seconds / 60)))
