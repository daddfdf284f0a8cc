"""What the site needs beside MkDocs: links out of docs/, archives of studies, and no request to others."""

import os
import re
from pathlib import Path, PurePosixPath
from posixpath import normpath
from urllib.parse import quote, urlsplit

from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

HOME = Path(__file__).resolve().parents[2]
BRANCH = "main"


class RepositoryLinks(Treeprocessor):
    """Leads links to what the repository has and the site has not into the repository; names pages by their titles."""

    page = files = repository = None

    def run(self, root):
        for link in root.iter("a"):
            target = urlsplit(link.get("href", ""))
            if target.scheme or target.netloc or not target.path:
                continue
            path = normpath(PurePosixPath("docs", self.page.file.src_uri).parent / target.path)
            file = self.files.get_file_from_path(path.removeprefix("docs/"))
            if file is not None and file.inclusion.is_included():
                if link.text and link.text.endswith(".md"):
                    link.text = title(HOME / path)
            elif (HOME / path).exists():  # else MkDocs says that it is dead
                kind = "tree" if (HOME / path).is_dir() else "blob"
                anchor = f"#{target.fragment}" if target.fragment else ""
                link.set("href", f"{self.repository}/{kind}/{BRANCH}/{quote(path)}{anchor}")
        for code in root.iterfind(".//td//code"):  # GitHub takes this backslash for the table's
            code.text = AtomicString((code.text or "").replace("\\|", "|"))


class RepositoryLinksExtension(Extension):
    links = RepositoryLinks()

    def extendMarkdown(self, md):
        md.treeprocessors.register(self.links, "repository-links", 5)  # before MkDocs resolves its own


def on_config(config):
    owner, name = urlsplit(config.repo_url).path.strip("/").split("/")
    config.site_url = config.site_url or f"https://{owner}.github.io/{name}/"
    config.markdown_extensions.append(RepositoryLinksExtension())
    RepositoryLinksExtension.links.repository = config.repo_url.rstrip("/")
    return config


def on_files(files, config):
    script = str(HOME / os.environ["MERMAID"])
    files.append(File.generated(config, "assets/mermaid.min.js", abs_src_path=script))
    return files


def on_page_markdown(markdown, page, config, files):
    RepositoryLinksExtension.links.page, RepositoryLinksExtension.links.files = page, files
    path = page.file.src_uri
    if path.startswith("tutorial/"):  # it has all words: whoever searches wants the page that is about one
        page.meta["search"] = {"boost": 0.2}
    if re.match(r"\*Generated from the code.*\n", markdown):
        page.edit_url = None
        markdown = markdown.split("\n", 1)[1]
    if re.fullmatch(r"studies/[^/]+/study\.md", path):
        page.edit_url = None
        page.meta["search"] = {"boost": 0.2}
        return archive(markdown, PurePosixPath(path).parent.name)
    return markdown


def archive(markdown, name):
    """An archive as a page of its own: what it is of, and where all of it lies."""
    studies = [p for p in sorted((HOME / "docs").rglob("*.md")) if f"{name}/study.md" in p.read_text()]
    studies = [p for p in studies if p.name != "coverage.md"]
    read = ", ".join(f"[{title(p)}](../../{p.relative_to(HOME / 'docs')})" for p in studies)
    about = f"The figures of every run. What they mean: {read}." if read else "The figures of every run."
    about += f" Their files are [in the repository](../{name}/)."
    return f"# Archive: {name}\n\n{about}\n\n" + markdown.replace("<details>", '<details markdown="1">')


def title(page):
    return re.search(r"^# (.+)$", page.read_text(), re.M).group(1)


def on_page_content(html, **_):
    """A diagram keeps its size on a narrow window, which then scrolls it; the search passes over what commands printed."""
    html = re.sub(r'<div class="(language-console[^"]*)"', r'<div data-search-exclude class="\1"', html)
    return re.sub(r'<pre class="mermaid">.*?</pre>', r'<div class="diagram">\g<0></div>', html, flags=re.S)


def on_post_build(config):
    """The theme would fetch two scripts from elsewhere, if a page or an old browser lacked them: no page does."""
    for script in Path(config.site_dir, "assets/javascripts").glob("bundle.*.js"):
        text = script.read_text()
        if "https://unpkg.com/" not in text:
            raise PluginError(f"{script.name} names no script from elsewhere any more: this hook can go")
        script.write_text(text.replace("https://unpkg.com/", "data:text/javascript,//"))
