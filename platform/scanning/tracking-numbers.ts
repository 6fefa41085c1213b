/**
 * The numbers a barcode may stand for. USPS puts the recipient's ZIP before the tracking number, FedEx puts its own routing
 * digits there.
 */
export function numbersIn(code: string): string[] {
  const digits = /[A-Z]/i.test(code) ? '' : code.replace(/\D/g, '')
  const usps = /^420(?:\d{5}|\d{9})(9\d{19,25})$/.exec(digits)?.[1]
  const express = /^9\d{21}(\d{12})$/.exec(digits)?.[1]
  const ground = /^96\d{5}(\d{15})$/.exec(digits)?.[1]
  return [code, ...[usps, express, ground].filter((number) => number !== undefined)]
}
