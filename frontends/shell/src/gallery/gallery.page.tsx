export const GalleryPage = () => <h1>Kit</h1>;
