/** esbuild takes it from here: a style sheet beside the bundle. */
declare module "*.css";
