/** A part of a picture, in its own pixels. */
export type Crop = { x: number; y: number; width: number; height: number }

type Size = { width: number; height: number }

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

const between = (value: number, least: number, most: number) =>
  Math.max(least, Math.min(Math.round(value) || 0, most))

export const isWhole = (crop: Crop, { width, height }: Size) => crop.width === width && crop.height === height
