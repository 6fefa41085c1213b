/** A part of a picture, in its own pixels. */
export type Crop = { x: number; y: number; width: number; height: number }

type Size = { width: number; height: number }

/**
 * Twice the pixels of 30 × 22 mm at 300 dpi: sharp on paper and on every screen, and light on the login page.
 */
export const MAX_LOGO: Size = { width: 708, height: 520 }

/** The stored size of a logo, keeping its aspect ratio; smaller ones stay unchanged. */
export function asLogo({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_LOGO.width / width, MAX_LOGO.height / height)
  return {
    width: between(width * scale, 1, MAX_LOGO.width),
    height: between(height * scale, 1, MAX_LOGO.height),
  }
}

/** The nearest part within the picture of at least one pixel. */
export function withinPicture({ x, y, width, height }: Crop, picture: Size): Crop {
  const wide = between(width, 1, picture.width)
  const high = between(height, 1, picture.height)
  return {
    x: between(x, 0, picture.width - wide),
    y: between(y, 0, picture.height - high),
    width: wide,
    height: high,
  }
}

const between = (value: number, min: number, max: number) =>
  Math.max(min, Math.min(Math.round(value) || 0, max))

export const isWhole = (crop: Crop, { width, height }: Size) => crop.width === width && crop.height === height
