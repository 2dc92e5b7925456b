import { describe, expect, test } from 'bun:test'
import { replyAddress, replySubject } from '../../../../src/panel/screens/inbox/reply-address.ts'

const reply = {
  email: 'sara@example.com',
  subject: 'Re: قیمت پمپ',
  introduction: 'Sara wrote:',
  message: 'سلام\r\nقیمت؟',
}

describe('a reply', () => {
  test('goes to the sender, with the subject and the quoted message', () => {
    const url = new URL(replyAddress(reply))
    expect(url.protocol + url.pathname).toBe('mailto:sara@example.com')
    expect(url.searchParams.get('subject')).toBe('Re: قیمت پمپ')
    expect(url.searchParams.get('body')).toBe('\r\n\r\nSara wrote:\r\n> سلام\r\n> قیمت؟')
  })

  test('cannot be sent to somebody else by a strange address', () => {
    const address = replyAddress({ ...reply, email: 'a?bcc=victim@example.com,b@example.com&x=1' })
    expect(address.split('?')[0]).toBe('mailto:a%3Fbcc%3Dvictim@example.com%2Cb@example.com%26x%3D1')
    expect([...new URL(address).searchParams.keys()]).toEqual(['subject', 'body'])
  })

  test('to a long message quotes its beginning, and stays short enough for mail programs', () => {
    const address = replyAddress({ ...reply, message: '🙂 پمپ '.repeat(5_000) })
    expect(address.length).toBeLessThanOrEqual(2_000)
    const body = new URL(address).searchParams.get('body')!
    expect(body).toStartWith('\r\n\r\nSara wrote:\r\n> 🙂 پمپ')
    expect(body).toEndWith(' …')
    expect(body.isWellFormed()).toBe(true)
  })

  test.each([
    ['Pumps', 'Re: Pumps'],
    ['Re: Pumps', 'Re: Pumps'],
    ['RE: Pumps', 'RE: Pumps'],
  ])('to %p has the subject %p', (subject, expected) => {
    expect(replySubject(subject)).toBe(expected)
  })
})
