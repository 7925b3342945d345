/**
 * A picture as it is sent: its middle as a square of so many pixels, as an address of data. Throws for a file that the
 * browser cannot read as a picture.
 */
export const squareOf = async (file: File, side: number): Promise<string> => {
  const picture = await createImageBitmap(file);
  const edge = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  const [x, y] = [(picture.width - edge) / 2, (picture.height - edge) / 2];
  context.drawImage(picture, x, y, edge, edge, 0, 0, side, side);
  picture.close();
  // A browser that writes no WebP answers a PNG.
  return canvas.toDataURL('image/webp', 0.85);
};
