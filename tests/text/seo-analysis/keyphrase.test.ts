// Hand-checked: does the text have the keyphrase?
import { describe, expect, test } from 'bun:test'
import { hasKeyphrase, parseKeyphrase } from '../../../src/text/seo-analysis/keyphrase.ts'
import { languageOf } from '../../../src/text/seo-analysis/language.ts'

const has = (language: string, keyphrase: string, text: string) =>
  hasKeyphrase(text, parseKeyphrase(keyphrase, languageOf(language))!)

describe('in Persian', () => {
  test.each([
    // Spelling: Arabic letters, hamza, digits, diacritics, tatweel.
    ['بازرسی کالا', 'بازرسي كالا در مبدا', true],
    ['بازرسی کالا', 'بازرسیِ کالا', true],
    ['مسئولیت مدنی', 'مسئولیت مدنی چیست', true],
    ['خانهٔ چوبی', 'خانه چوبی', true],
    ['خانه چوبی', 'خانۀ چوبی', true],
    ['آهن قراضه', 'اهن قراضه', true],
    ['فولاد ۱۴۰۵', 'فولاد 1405', true],
    ['کالا', 'کـــالا', true],
    // The parts are joined with ZWNJ, written together or apart.
    ['پیش‌پرداخت', 'پیش پرداخت قرارداد', true],
    ['پیش‌پرداخت', 'پیشپرداخت قرارداد', true],
    ['پیش پرداخت', 'پیش‌پرداخت قرارداد', true],
    ['می‌شود', 'میشود', true],
    ['می شود', 'می‌شود', true],
    ['میشود', 'می شود', true],
    ['سرمایه‌گذاری خارجی', 'سرمایه گذاری خارجی', true],
    ['کتاب‌ها', 'کتاب ها', true],
    // Light endings, from stems of three letters.
    ['قرارداد خرید', 'قراردادهای خرید', true],
    ['قرارداد خرید', 'قرارداد‌ها و خریدهایی که', true],
    ['هزینه حمل', 'هزینه‌های حمل', true],
    ['کتاب', 'کتاب‌هایش', true],
    ['شرکت بازرگانی', 'شرکتی بازرگانی', true],
    ['ارزان', 'ارزان‌ترین', true],
    ['محموله', 'محموله‌مان', true],
    // The words are in any order.
    ['بازرسی کالا', 'کالا پیش از بازرسی', true],
    // Function words do not matter.
    ['راهنمای خرید از چین', 'راهنمای خرید چین', true],
    // Other words.
    ['بازرسی کالا', 'بازرسی کارخانه', false],
    ['بازرسی کالا', 'بازرس کار', false],
    ['گمرک', 'گمراه', false],
    ['دام', 'دم', false],
    ['تر', 'ترازو', false],
    ['خرید', 'خردمند', false],
    ['پیش‌پرداخت', 'پیش از پرداخت', false],
  ])('%s / %s: %p', (keyphrase, text, expected) => {
    expect(has('fa', keyphrase, text)).toBe(expected)
  })
})

describe('in English', () => {
  test.each([
    ['steel prices', 'Steel prices rise', true],
    ['steel price', 'The price of steel', true],
    ['supply chain', 'Supply chains', true],
    ['quality inspection', 'Inspection and quality', true],
    ['company', "The company's offices", true],
    ['companies', 'A company', true],
    ['boxes', 'box', true],
    ['third-party inspection', 'third-party inspection', true],
    ['third party', 'third-party logistics', true],
    ['guide to the customs', 'Customs guide', true],
    ['café', 'Cafe culture', true],
    ['DON’T', "don't", true],
    ['steel prices', 'steal prizes', false],
    ['glass', 'glas', false],
    ['bus', 'bu', false],
    ['import', 'important', false],
    ['web site', 'website', false],
  ])('%s / %s: %p', (keyphrase, text, expected) => {
    expect(has('en', keyphrase, text)).toBe(expected)
  })
})

test('a phrase of function words alone is matched by them, and known to have no content', () => {
  const keyphrase = parseKeyphrase('برای شما', languageOf('fa'))!
  expect(keyphrase).toMatchObject({ hasContent: false })
  expect(hasKeyphrase('این برای شما است', keyphrase)).toBe(true)
  expect(parseKeyphrase(' ،!', languageOf('fa'))).toBeNull()
})
