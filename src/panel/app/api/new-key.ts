/** A key that no other form or request has; `crypto.randomUUID` needs HTTPS. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('')
