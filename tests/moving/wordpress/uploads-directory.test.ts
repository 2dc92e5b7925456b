import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openUploads, type UploadsDirectory } from '../../../src/moving/wordpress/read/uploads-directory.ts'

let parent: string
let uploads: UploadsDirectory

beforeAll(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'frontage-uploads-')))
  const root = join(parent, 'uploads')
  await mkdir(join(root, '2020/05'), { recursive: true })
  await mkdir(join(root, 'sites/2/2020'), { recursive: true })
  await writeFile(join(parent, 'secret.jpg'), 'secret')
  for (const name of [
    '2020/05/sea.jpg',
    '2020/05/Big.JPG',
    '2020/05/a b.jpg',
    'sites/2/2020/net.jpg',
    '2020/own.jpg',
  ])
    await writeFile(join(root, name), 'x')
  await writeFile(join(root, '2020/05', 'دریا.jpg'), 'x')
  await writeFile(join(root, '2020/05', 'é.jpg'.normalize('NFD')), 'x')
  await symlink(join(parent, 'secret.jpg'), join(root, '2020/05/outside.jpg'))
  await symlink(parent, join(root, 'up'))
  await symlink(join(root, '2020/05/sea.jpg'), join(root, '2020/05/inside.jpg'))
  await symlink(join(root, 'nowhere'), join(root, '2020/05/broken.jpg'))
  uploads = await openUploads(root)
})
afterAll(() => rm(parent, { recursive: true }))

const find = async (path: string) => {
  const found = await uploads.find(
    path.startsWith('http') || path.startsWith('//') ? path : `https://old.example${path}`,
  )
  return found?.slice(parent.length + '/uploads/'.length) ?? null
}

describe('finds', () => {
  test.each([
    ['the file of a URL', '/wp-content/uploads/2020/05/sea.jpg', '2020/05/sea.jpg'],
    ['without a scheme', '//old.example/wp-content/uploads/2020/05/sea.jpg?w=9', '2020/05/sea.jpg'],
    ['in a directory below the domain', '/blog/wp-content/uploads/2020/05/sea.jpg', '2020/05/sea.jpg'],
    ['on wordpress.com', 'https://x.files.wordpress.com/2020/05/sea.jpg', '2020/05/sea.jpg'],
    ['of one site of a network', '/wp-content/uploads/sites/2/2020/net.jpg', 'sites/2/2020/net.jpg'],
    ['of one site, in a copy of that site', '/wp-content/uploads/sites/3/2020/own.jpg', '2020/own.jpg'],
    ['of an old network', '/wp-content/blogs.dir/3/files/2020/own.jpg', '2020/own.jpg'],
    ['with another case', '/wp-content/uploads/2020/05/big.jpg', '2020/05/Big.JPG'],
    ['with escapes', '/wp-content/uploads/2020/05/a%20b.jpg', '2020/05/a b.jpg'],
    ['in Persian', '/wp-content/uploads/2020/05/%d8%af%d8%b1%db%8c%d8%a7.jpg', '2020/05/دریا.jpg'],
    ['in another normalization', '/wp-content/uploads/2020/05/é.jpg', `2020/05/${'é.jpg'.normalize('NFD')}`],
    ['through a link inside the directory', '/wp-content/uploads/2020/05/inside.jpg', '2020/05/inside.jpg'],
  ])('%s', async (_, path, expected) => {
    expect(await find(path)).toBe(expected)
  })
})

describe('does not find', () => {
  test.each([
    ['a missing file', '/wp-content/uploads/2020/05/none.jpg'],
    ['a directory', '/wp-content/uploads/2020/05'],
    ['a file outside', '/wp-content/uploads/../secret.jpg'],
    ['one outside with escapes', '/wp-content/uploads/%2e%2e/secret.jpg'],
    ['one outside in a segment', '/wp-content/uploads/2020%2F..%2F..%2Fsecret.jpg'],
    ['a link to a file outside', '/wp-content/uploads/2020/05/outside.jpg'],
    ['a path through a link to outside', '/wp-content/uploads/up/secret.jpg'],
    ['a broken link', '/wp-content/uploads/2020/05/broken.jpg'],
    ['a file as a directory', '/wp-content/uploads/2020/05/sea.jpg/x'],
    ['an empty path', '/'],
    ['no URL', 'http://'],
  ])('%s', async (_, path) => {
    expect(await find(path)).toBeNull()
  })
})
