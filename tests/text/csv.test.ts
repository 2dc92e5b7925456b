import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createApp } from '../../src/app.ts'
import { rowsOf } from '../../src/platform/db/database.ts'
import { contactMessages, newsletterSubscribers } from '../../src/platform/db/schema/forms.ts'
import { csvCell, readCsv, toCsv } from '../../src/text/csv.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { onPostgres } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'

const office = Bun.which('soffice') ?? Bun.which('libreoffice')

const running = [
  '=1+1',
  '+98 21 1234',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '  =1',
  '\u00a0=1',
  '\u3000=1',
  '\n=1',
  '\u200b=1',
  '\ufeff=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '﹦1',
  '﹢1',
  '﹣1',
  '﹫x',
  '⁼1',
  '⁺1',
  '−1',
  ' ＝1',
  '\ttext',
  '\rtext',
  ' \ttext',
]

describe('a cell', () => {
  test.each([
    ['plain', 'plain'],
    ['متن فارسی با نیم‌فاصله', 'متن فارسی با نیم‌فاصله'],
    ['a,b', '"a,b"'],
    ['he said "yes"', '"he said ""yes"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['', ''],
    [null, ''],
    [12, '12'],
    [-12, '-12'],
    ['1-2', '1-2'],
    ["it's", "it's"],
  ])('%p becomes %p', (value, written) => expect(csvCell(value)).toBe(written))

  test.each(running)('that a spreadsheet would evaluate, %j, gets an apostrophe', (text) => {
    expect(csvCell(text).replace(/^"/, '')).toStartWith("'")
  })

  test('that would be evaluated is quoted too when necessary', () => {
    expect(csvCell('=HYPERLINK("http://x.example","a")')).toBe(`"'=HYPERLINK(""http://x.example"",""a"")"`)
  })
})

test('CSV starts with a byte order mark and a header, and fails with its first batch', async () => {
  async function* batches(): AsyncGenerator<{ id: number; name: string }[]> {
    yield [{ id: 1, name: 'a' }]
    yield [{ id: 2, name: 'b' }]
  }
  expect(await Array.fromAsync(toCsv(['id', 'name'], batches()))).toEqual([
    '\uFEFFid,name\r\n1,a\r\n',
    '2,b\r\n',
  ])
  async function* none(): AsyncGenerator<{ id: number }[]> {}
  expect(await Array.fromAsync(toCsv(['id'], none()))).toEqual(['\uFEFFid\r\n'])
  async function* broken(): AsyncGenerator<{ id: number }[]> {
    yield await Promise.reject(new Error('away'))
  }
  await expect(toCsv(['id'], broken()).next()).rejects.toThrow('away')
})

describe('reading', () => {
  test.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\r1,5;2\r',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    ['a,b\n,\n\n', [['a', 'b'], ['', ''], ['']]],
    [
      'a,"b"\n"1,\r\n2","he said ""yes"""\n',
      [
        ['a', 'b'],
        ['1,\r\n2', 'he said "yes"'],
      ],
    ],
    ['a,5" pipe', [['a', '5" pipe']]],
    ['', [['']]],
  ])('%j gives the cells of each row', (text, rows) => expect([...readCsv(text)]).toEqual(rows))

  test('gives back every text that a cell was written from', () => {
    const texts = [
      ...running,
      ...running.map((text) => `'${text}`),
      "'",
      "''=1",
      "it's",
      '＇=1',
      'a,"b"\r\n;',
      '',
    ]
    const rows = texts.map((text) => `${csvCell(text)},x\r\n`).join('')
    expect([...readCsv(rows, ',')].map(([cell]) => cell)).toEqual(texts)
  })

  test.each([
    ['a,b\n1,"2\n', 'rows.2: has a quoted cell that does not end'],
    ['a,b\n1,"2"3\n', 'rows.2: has text after the closing quote of a cell'],
  ])('%j is refused with the row', (text, message) => {
    expect(() => [...readCsv(text)]).toThrow(message)
  })
})

/** The text of a paragraph in OpenDocument XML. */
const plain = (xml: string) =>
  xml
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count) => ' '.repeat(Number(count ?? 1)))
    .replaceAll('<text:tab/>', '\t')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')

describe('an export', () => {
  let app: TestApp
  let fault: 'none' | 'first batch' | 'second batch' = 'none'
  let batches = 0

  beforeAll(async () => {
    // Statements of an export can be made to fail, for cursors and for batches.
    const gone = () => Object.assign(new Error('connect timed out'), { code: 'CONNECT_TIMEOUT' })
    const failing = () => {
      batches++
      return fault === 'first batch' || (fault === 'second batch' && batches > 1)
    }
    app = await startApp(
      {},
      {
        wrap: (driver) => ({
          ...driver,
          cursor: driver.cursor
            ? async function* (statement, size) {
                for await (const batch of driver.cursor!(statement, size)) {
                  if (failing()) throw gone()
                  yield batch
                }
              }
            : null,
          drizzle: driver.cursor
            ? driver.drizzle
            : new Proxy(driver.drizzle, {
                get: (target, name, receiver) =>
                  name === 'execute' && fault !== 'none' && failing()
                    ? () => Promise.reject(gone())
                    : Reflect.get(target, name, receiver),
              }),
        }),
      },
    )
  })
  afterAll(() => app[Symbol.asyncDispose]())
  beforeEach(async () => {
    fault = 'none'
    batches = 0
    await app.deps.database.query((tx) =>
      tx.execute(sql`truncate contact_messages, newsletter_subscribers restart identity`),
    )
  })

  const fill = (rows: number) =>
    app.deps.database.query((tx) =>
      tx.execute(sql`
        insert into contact_messages (name, email, message)
        select 'نام ' || n, n || '@example.com', repeat('متن، "نقل" ', 10) from generate_series(1, ${rows}) as n`),
    )
  const at = (path: string) =>
    app.app.request(path, { headers: { Authorization: `Bearer ${app.admin.token}` } })

  test('has the documented headers and columns, UTC times, oldest first, without spam', async () => {
    const created_at = new Date('2026-03-01T10:00:00.250Z')
    const message = { name: 'علی', email: 'a@b.co', message: 'سلام\r\nدنیا, "خوب"', locale: 'fa', created_at }
    await app.deps.database.query((tx) =>
      tx.insert(contactMessages).values([message, { ...message, spam: true }, { ...message, phone: '+98' }]),
    )
    await app.deps.database.query((tx) =>
      tx.insert(newsletterSubscribers).values([
        { email: 'a@b.co', name: 'علی', created_at },
        { email: 'c@b.co', spam: true, created_at },
      ]),
    )
    const response = await at('/api/admin/messages/export.csv')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present')
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="messages.csv"')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toBe(
      'id,created_at,name,email,phone,subject,message,locale\r\n' +
        '1,2026-03-01T10:00:00.250Z,علی,a@b.co,,,"سلام\r\nدنیا, ""خوب""",fa\r\n' +
        `3,2026-03-01T10:00:00.250Z,علی,a@b.co,'+98,,"سلام\r\nدنیا, ""خوب""",fa\r\n`,
    )
    expect(await (await at('/api/admin/newsletter/export.csv')).text()).toBe(
      'id,created_at,email,name,locale\r\n1,2026-03-01T10:00:00.250Z,a@b.co,علی,\r\n',
    )
  })

  test('of many rows has each row once, in order', async () => {
    await fill(5_500)
    const lines = (await (await at('/api/admin/messages/export.csv')).text()).split('\r\n')
    expect(lines).toHaveLength(5_502)
    expect(lines.slice(1, -1).map((line) => Number(line.split(',')[0]))).toEqual(
      Array.from({ length: 5_500 }, (_, index) => index + 1),
    )
  })

  test.if(onPostgres)('shows the state at its start, despite later changes', async () => {
    await fill(3_000)
    const rows = app.deps.database.scan<{ id: number }>(
      (id) => sql`select id from contact_messages where id > ${id} order by id`,
    )
    let seen = (await rows.next()).value!.length
    await app.deps.database.query((tx) => tx.execute(sql`delete from contact_messages where id % 2 = 0`))
    await fill(500)
    for await (const batch of rows) seen += batch.length
    expect(seen).toBe(3_000)
  })

  test('fails with a problem document before the first byte', async () => {
    await fill(1)
    fault = 'first batch'
    const response = await at('/api/admin/messages/export.csv')
    expect([response.status, response.headers.get('Content-Type')]).toEqual([503, 'application/problem+json'])
    expect(response.headers.get('Content-Disposition')).toBeNull()
  })

  test('is aborted, not completed, when the database becomes unavailable', async () => {
    await fill(2_500)
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: createApp(app.deps).fetch })
    try {
      const headers = { Authorization: `Bearer ${app.admin.token}` }
      const url = `http://127.0.0.1:${server.port}/api/admin/messages/export.csv`
      expect((await (await fetch(url, { headers })).text()).split('\r\n')).toHaveLength(2_502)
      batches = 0
      fault = 'second batch'
      await expect(fetch(url, { headers }).then((response) => response.text())).rejects.toThrow()
    } finally {
      await server.stop(true)
    }
  })

  test('that is not read to the end, or requested by HEAD, leaves nothing open', async () => {
    await fill(20_000)
    const head = await app.admin('HEAD', '/api/admin/messages/export.csv')
    expect([head.status, head.headers.get('Content-Type')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
    ])
    const response = await at('/api/admin/messages/export.csv')
    const reader = response.body!.getReader()
    await reader.read()
    await reader.cancel()
    const open = async () => {
      const [row] = await app.deps.database.query((tx) =>
        rowsOf<{ open: number }>(
          tx,
          sql`select count(*)::int as open from pg_stat_activity
            where application_name = 'frontage export' and datname = current_database()`,
        ),
      )
      return row!.open
    }
    await eventually(async () => (await open()) === 0)
  })

  test.if(office !== null)(
    'is read by a spreadsheet program: Persian intact, no formula evaluated',
    async () => {
      const names = [
        'علی‌رضا، "مدیر"',
        '=1+1',
        '  =2+2',
        '＝3+3',
        '+4+4',
        '-5-5',
        '@SUM(1;1)',
        '\t=6+6',
        '=HYPERLINK("http://x.example";"a")',
        '−7',
      ]
      await app.deps.database.query((tx) =>
        tx
          .insert(contactMessages)
          .values(names.map((name) => ({ name, email: 'a@b.co', message: 'سلام\nدنیای «بزرگ»' }))),
      )
      const directory = mkdtempSync(join(tmpdir(), 'frontage-csv-'))
      try {
        const path = join(directory, 'messages.csv')
        await Bun.write(path, await at('/api/admin/messages/export.csv'))
        const profile = `-env:UserInstallation=file://${directory}/profile`
        // 44,34: comma and quote; 76: UTF-8; the empty rest leaves every column to LibreOffice, "evaluate formulas" on.
        const filter =
          '--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,0,true'
        const convert = ['--headless', '--convert-to', 'fods', '--outdir', directory, path]
        const run = Bun.spawn([office!, profile, filter, ...convert], { stdout: 'pipe', stderr: 'pipe' })
        const code = await run.exited
        expect(`${code} ${code === 0 ? '' : await new Response(run.stderr).text()}`).toBe('0 ')
        const sheet = await Bun.file(join(directory, 'messages.fods')).text()
        expect(sheet).not.toContain('table:formula')
        const shown = [...sheet.matchAll(/<text:p>(.*?)<\/text:p>/g)].map(([, xml]) => plain(xml!))
        expect(shown).toContain(names[0]!)
        expect(shown).toContain('دنیای «بزرگ»')
        for (const name of names.slice(1)) expect(shown).toContain(`'${name}`)
      } finally {
        rmSync(directory, { recursive: true, force: true })
      }
    },
  )

  if (office === null) console.log('skipped: the export in a spreadsheet program (no LibreOffice)')
})
