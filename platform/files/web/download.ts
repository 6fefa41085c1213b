/** Saves bytes through the browser under a name. */
export function downloadBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  fetchFile(address, name)
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Saves a generated file through the browser. */
export const download = (name: string, text: string, type = 'text/csv;charset=utf-8'): void =>
  downloadBlob(name, new Blob([text], { type }))

/** The same for bytes from a response. */
export const downloadBytes = (name: string, base64: string): void =>
  downloadBlob(name, new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))]))

/** Downloads a file by its signed link, under the name it has there. */
export function fetchFile(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
