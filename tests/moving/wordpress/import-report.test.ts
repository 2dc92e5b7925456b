import { expect, test } from 'bun:test'
import { toReport } from '../../../src/moving/wordpress/report/import-report.ts'

const evil = '<script>alert(1)</script>"'
const place = { to: '/blog/a', kind: 'articles', name: evil, record: null }
const report = toReport({
  results: [{ kind: 'articles', name: evil, outcome: 'created', reason: null, count: 1 }],
  records: {
    changed: [{ kind: 'articles', name: evil, reason: evil, count: 1 }],
    deadLinks: [{ kind: 'articles', name: evil, reason: `https://old.example/${evil}`, count: 1 }],
    moved: [
      { from: 'https://old.example/a', place },
      { from: 'javascript:alert(1)', place },
    ],
  },
  url: 'https://www.example.com/',
  source: evil,
  isRehearsal: false,
  now: new Date('2026-01-02T03:04:05Z'),
})

test('the report shows texts of the old site as text', () => {
  expect(report).not.toContain('<script')
  expect(report).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;')
  expect(report).not.toMatch(/href="javascript:/i)
})

test('the report has each old address beside the new one', () => {
  expect(report).toContain('<a dir="ltr" href="https://old.example/a">/a</a>')
  expect(report).toContain('<a dir="ltr" href="https://www.example.com/blog/a">/blog/a</a>')
})
