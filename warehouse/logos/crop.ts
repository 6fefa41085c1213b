/** A part of a picture, in its own pixels. */
export type Crop = { x: number; y: number; width: number; height: number }

type Size = { width: number; height: number }

/** Twice what 30 × 22 mm take at 300 dots an inch: sharp on paper and on every screen, and light on the log-in page. */
export const MAX_LOGO: Size = { width: 708, height: 520 }

/** As large as a logo is kept, with its sides in proportion; what is smaller stays as it is. */
export function asLogo({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_LOGO.width / width, MAX_LOGO.height / height)
  return {
    width: between(width * scale, 1, MAX_LOGO.width),
    height: between(height * scale, 1, MAX_LOGO.height),
  }
}

/** The nearest part that lies within the picture and is at least one pixel. */
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
