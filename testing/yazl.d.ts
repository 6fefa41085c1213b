/** The part of yazl that tests build ZIPs with; it has no types of its own. */
declare module 'yazl' {
  export class ZipFile {
    readonly outputStream: NodeJS.ReadableStream
    addBuffer(
      bytes: Buffer,
      name: string,
      options?: { mtime?: Date; mode?: number; compress?: boolean },
    ): void
    end(): void
  }
}
