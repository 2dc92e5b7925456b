// The package has no types.
declare module 'oidc-provider' {
  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): import('node:http').RequestListener
    on(event: string, listener: (...args: any[]) => void): void
    registerGrantType(name: string, handler: (ctx: any) => Promise<void>, parameters: string[]): void
    interactionDetails(request: unknown, response: unknown): Promise<{ uid: string }>
    interactionFinished(request: unknown, response: unknown, result: object, options: object): Promise<void>
    Grant: new (
      properties: Record<string, unknown>,
    ) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    AccessToken: new (
      properties: Record<string, unknown>,
    ) => any
    ResourceServer: new (
      identifier: string,
      info: Record<string, unknown>,
    ) => unknown
  }
}
